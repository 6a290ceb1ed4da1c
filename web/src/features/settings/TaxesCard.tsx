import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { write } from '../../api/client'
import type { Company, TaxZone } from '../../api/model'
import { queryClient } from '../../api/query'
import { dayText, quantity, today } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Failed, Loading } from '../../ui/LoadState'
import { Card } from '../../ui/OfficePage'
import { useWrite } from '../../ui/useWrite'
import { DatedChangeDialog } from './DatedChangeDialog'
import { settingsStale, useTaxZones } from './queries'
import c from './Settings.module.css'

const words = { NOW: 'global.rateNow', FUTURE: 'global.rateFuture', PAST: 'global.ratePast' } as const
const names = { true: 'company.jungle', false: 'company.noJungle' } as const
/** Of a house that said so before its first document. */
const always = '2000-01-01'

/** Whether what it sells is taxed, by the day on which that begins, and with how much today. */
export function TaxesCard({ company }: { company: Company }) {
  const { t } = useTranslation()
  const zones = useTaxZones()
  const [changing, setChanging] = useState(false)
  const rows = zones.data?.rows ?? []
  const wanted = rows[0]?.is_jungle ? 'out' : 'in'
  return (
    <Card padded label={t('company.taxes')}>
      <div className={c.head}>
        <div>
          <h2>{t('company.taxes')}</h2>
          <p>
            {company.is_jungle
              ? t('company.jungleText')
              : t('company.igvNow', { percent: quantity(company.igv) })}{' '}
            <Link className={c.link} to="/global">
              {t('company.igvChange')}
            </Link>
          </p>
        </div>
        {zones.data ? (
          <Button variant="default" onClick={() => setChanging(true)}>
            {t(`company.zoneTo.${wanted}`)}
          </Button>
        ) : null}
      </div>
      {zones.data ? (
        <ul className={c.rates}>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
          {rows.some((row) => row.state !== 'FUTURE') ? null : (
            <li data-state="NOW">
              <span>
                <strong>{t('company.noJungle')}</strong>
                {t('global.rateNow')}
              </span>
            </li>
          )}
        </ul>
      ) : zones.isError ? (
        <Failed title={t('company.zonesFailed')} error={zones.error} onRetry={() => void zones.refetch()} />
      ) : (
        <Loading label={t('company.taxes')} rows={1} />
      )}
      {changing ? (
        <DatedChangeDialog
          title={t(`company.zoneTo.${wanted}`)}
          text={t(`company.zoneWarning.${wanted}`)}
          action={t('company.zoneChange')}
          start={today()}
          save={(valid_from, key) =>
            write('POST', '/tax-zones', key, { valid_from, is_jungle: wanted === 'in' })
          }
          onClose={() => setChanging(false)}
        />
      ) : null}
    </Card>
  )
}

function Row({ row }: { row: TaxZone }) {
  const { t } = useTranslation()
  const remove = useWrite((_: undefined, key) => write('DELETE', `/tax-zones/${row.id}`, key, {}), {
    onSuccess: () => {
      for (const queryKey of settingsStale) void queryClient.invalidateQueries({ queryKey })
    },
  })
  const name = t(names[`${row.is_jungle}`])
  return (
    <li data-state={row.state}>
      <span>
        <strong>{name}</strong>
        {row.valid_from === always
          ? t(words[row.state])
          : `${t('global.rateSince', { date: dayText(row.valid_from) })} · ${t(words[row.state])}`}
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
