import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { RateWithPrices } from '../../api/model'
import { queryClient } from '../../api/query'
import { settingsStale, useRates } from '../../data/settings/queries'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { dayText, quantity } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Failed, Loading } from '../../ui/LoadState'
import { Card } from '../../ui/OfficePage'
import { useWrite } from '../../ui/useWrite'
import { lawKeys } from './law/keys'
import { RateDrawer } from './RateDrawer'
import c from './Settings.module.css'

const words = { NOW: 'global.rateNow', FUTURE: 'global.rateFuture', PAST: 'global.ratePast' } as const

/** Lists the rates of IGV by the day they begin; those that have not begun may be changed or deleted. */
export function RatesCard() {
  const { t } = useTranslation()
  const rates = useRates()
  const [adding, setAdding] = useState(false)
  return (
    <Card padded label={t('global.rates')}>
      <div className={c.head}>
        <div>
          <h2>{t('global.rates')}</h2>
          <p>{t('global.ratesText')}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={2.2} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {t('global.rateAdd')}
        </Button>
      </div>
      {rates.data ? (
        <ul className={c.rates}>
          {rates.data.rows.map((rate) => (
            <Rate key={rate.id} rate={rate} />
          ))}
        </ul>
      ) : rates.isError ? (
        <Failed title={t('global.ratesFailed')} error={rates.error} onRetry={() => void rates.refetch()} />
      ) : (
        <Loading label={t('global.rates')} rows={2} />
      )}
      {adding ? <RateDrawer onClose={() => setAdding(false)} /> : null}
    </Card>
  )
}

function Rate({ rate }: { rate: RateWithPrices }) {
  const { t } = useTranslation()
  const [changing, setChanging] = useState(false)
  const [removing, setRemoving] = useState(false)
  const remove = useWrite((_: undefined, key) => write('DELETE', `/tax-rates/${rate.id}`, key, {}), {
    onSuccess: () => {
      setRemoving(false)
      for (const queryKey of [...settingsStale, lawKeys.all]) void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <li data-state={rate.state}>
      <b>{quantity(rate.percent)} %</b>
      <span>
        <strong>{rate.name}</strong>
        {t('global.rateSince', { date: dayText(rate.valid_from) })} · {t(words[rate.state])}
        {rate.planned_prices > 0 ? ` · ${t('global.ratePrices', { count: rate.planned_prices })}` : null}
      </span>
      {rate.state === 'FUTURE' ? (
        <>
          <IconButton
            label={t('global.rateChange', { name: rate.name, date: dayText(rate.valid_from) })}
            onClick={() => setChanging(true)}
          >
            <IconPencil size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('global.rateRemove', { name: rate.name, date: dayText(rate.valid_from) })}
            onClick={() => (rate.planned_prices > 0 ? setRemoving(true) : remove.mutate(undefined))}
          >
            <IconTrash size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={t('global.rateRemoveTitle')}
          text={t('global.rateRemoveText', { count: rate.planned_prices, date: dayText(rate.valid_from) })}
          action={t('global.rateRemoveBoth')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setRemoving(false)}
        />
      ) : null}
      {changing ? <RateDrawer rate={rate} onClose={() => setChanging(false)} /> : null}
    </li>
  )
}
