import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { TaxRegime } from '../../api/model'
import { queryClient } from '../../api/query'
import { dayText } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Failed, Loading } from '../../ui/LoadState'
import { Card } from '../../ui/OfficePage'
import { useWrite } from '../../ui/useWrite'
import { settingsStale, useRegimes } from './queries'
import { RegimeDialog } from './RegimeDialog'
import c from './Settings.module.css'

const words = { NOW: 'global.rateNow', FUTURE: 'global.rateFuture', PAST: 'global.ratePast' } as const

/** Under which regime the house sells, by the day it begins; what has not begun may go again. */
export function RegimeCard() {
  const { t } = useTranslation()
  const regimes = useRegimes()
  const [changing, setChanging] = useState(false)
  const rows = regimes.data?.rows ?? []
  const latest = rows[0]?.regime ?? 'GENERAL'
  const wanted = latest === 'GENERAL' ? 'NUEVO_RUS' : 'GENERAL'
  return (
    <Card padded label={t('global.regime')}>
      <div className={c.head}>
        <div>
          <h2>{t('global.regime')}</h2>
          <p>{t('global.regimeText')}</p>
        </div>
        {regimes.data ? (
          <Button variant="default" onClick={() => setChanging(true)}>
            {t(`global.regimeTo.${wanted}`)}
          </Button>
        ) : null}
      </div>
      {regimes.data ? (
        <ul className={c.rates}>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
          {rows.some((row) => row.state !== 'FUTURE') ? null : (
            <li data-state="NOW">
              <span>
                <strong>{t('global.regimes.GENERAL')}</strong>
                {t('global.rateNow')}
              </span>
            </li>
          )}
        </ul>
      ) : regimes.isError ? (
        <Failed
          title={t('global.regimeFailed')}
          error={regimes.error}
          onRetry={() => void regimes.refetch()}
        />
      ) : (
        <Loading label={t('global.regime')} rows={1} />
      )}
      {changing ? <RegimeDialog regime={wanted} onClose={() => setChanging(false)} /> : null}
    </Card>
  )
}

function Row({ row }: { row: TaxRegime }) {
  const { t } = useTranslation()
  const remove = useWrite((_: undefined, key) => write('DELETE', `/tax-regimes/${row.id}`, key, {}), {
    onSuccess: () => {
      for (const queryKey of settingsStale) void queryClient.invalidateQueries({ queryKey })
    },
  })
  const name = t(`global.regimes.${row.regime}`)
  return (
    <li data-state={row.state}>
      <span>
        <strong>{name}</strong>
        {t('global.rateSince', { date: dayText(row.valid_from) })} · {t(words[row.state])}
      </span>
      {row.state === 'FUTURE' ? (
        <IconButton
          label={t('global.rateRemove', { name, date: dayText(row.valid_from) })}
          onClick={() => remove.mutate(undefined)}
        >
          <IconTrash size={20} stroke={1.8} aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  )
}
