import { useTranslation } from 'react-i18next'
import { useBillingTypes, useSellers } from '../../../data/reports/sales/queries'
import { channels, filterNames, type SalesState } from '../../../data/reports/sales/salesFilters'
import { useHouse } from '../../../session/house'
import { reportPresets } from '../../../ui/dates/periods'
import { FilterChip } from '../../../ui/list/FilterChip'
import { FilterSheet } from '../../../ui/list/FilterSheet'
import type { Filter } from '../../../ui/list/types'
import { usePhone } from '../../../ui/viewport'
import { PeriodChip, PeriodDays } from '../../../widgets/period/PeriodChip'
import c from './SalesScreen.module.css'

export type ChangeAddress = (what: Record<string, string | null>, how?: { replace?: boolean }) => void

interface Props {
  state: SalesState
  today: string
  onChange: ChangeAddress
}

/** Shows the period and the filters in one line. */
export function SalesFilters({ state, today, onChange }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const since = useHouse((house) => house.business_day_start)
  const { asked, preset } = state
  const options = {
    channel: channels.map((value) => ({ value, label: t(`salesReport.channels.${value}`) })),
    billing_type_id: useBillingTypes(),
    cashier_id: useSellers(asked, 'CASHIER'),
    attendant_id: useSellers(asked, 'WAITER'),
  }
  const filters: Filter[] = filterNames.map((name) => ({
    name,
    label: t(`salesReport.filters.${name}`),
    options: options[name],
    single: true,
  }))
  const values: Record<string, string[]> = Object.fromEntries(
    filterNames.flatMap((name) => (asked[name] ? [[name, [asked[name]]]] : [])),
  )
  const narrow = (wanted: Record<string, string[]>) =>
    onChange({
      ...Object.fromEntries(filterNames.map((name) => [name, wanted[name]?.[0] ?? null])),
      row: null,
    })
  const span = { preset, from: asked.start_date, to: asked.end_date }
  const setPeriod: ChangeAddress = (what, how) => onChange({ ...what, row: null }, how)
  return (
    <div className={c.filters} data-days={preset === 'range' || undefined}>
      <PeriodChip span={span} today={today} offered={reportPresets} onChange={setPeriod} />
      {phone ? (
        <FilterSheet filters={filters} values={values} results={undefined} onChange={narrow} />
      ) : (
        filters.map((filter) => (
          <FilterChip
            key={filter.name}
            filter={filter}
            values={values[filter.name] ?? []}
            onChange={(chosen) => narrow({ ...values, [filter.name]: chosen })}
          />
        ))
      )}
      {preset === 'range' ? <PeriodDays span={span} onChange={setPeriod} /> : null}
      <p className={c.since}>{t('salesReport.workingDay', { time: since })}</p>
    </div>
  )
}
