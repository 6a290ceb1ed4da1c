import { useTranslation } from 'react-i18next'
import { type CyclesQuery, useCashboxes } from '../../data/cash/queries'
import { useWaiters } from '../../data/people/useWaiters'
import { may } from '../../session/permissions'
import { useUser } from '../../session/session'
import { readSpan } from '../../ui/dates/periods'
import { FilterChip } from '../../ui/list/FilterChip'
import { FilterSheet } from '../../ui/list/FilterSheet'
import type { Filter } from '../../ui/list/types'
import { SearchField } from '../../ui/SearchField'
import type { useAddress } from '../../ui/useAddress'
import { usePhone } from '../../ui/viewport'
import { PeriodChip, PeriodDays } from '../../widgets/period/PeriodChip'
import c from './CyclesScreen.module.css'

const names = ['user_id', 'cashbox_id', 'status', 'difference'] as const

/** Reads the list's filters from the address. The default period is all days. */
export function readCycles(params: URLSearchParams, today: string): CyclesQuery {
  const span = readSpan(params, today, 'all')
  const said = [...names, 'to_review'].flatMap((name) => {
    const value = params.get(name)
    return value ? [[name, value]] : []
  })
  return {
    page: Math.max(1, Number(params.get('page')) || 1),
    ...(params.get('q') ? { term: params.get('q') ?? '' } : {}),
    ...(span.from ? { start_date: span.from } : {}),
    ...(span.to ? { end_date: span.to } : {}),
    ...Object.fromEntries(said),
  }
}

interface Props {
  params: URLSearchParams
  today: string
  change: ReturnType<typeof useAddress>[1]
}

/** Filters by days, person, cash box, state and difference. */
export function CycleFilters({ params, today, change }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const seesAll = may(useUser(), 'see_reports')
  const people = useWaiters(seesAll)
  const boxes = useCashboxes().data?.rows ?? []
  const options = {
    user_id: people,
    cashbox_id: boxes.map((box) => ({ value: String(box.id), label: box.name })),
    status: (['OPEN', 'CLOSED'] as const).map((value) => ({
      value,
      label: t(value === 'OPEN' ? 'cash.isOpen' : 'cash.isClosed'),
    })),
    difference: (['EVEN', 'SHORT', 'OVER'] as const).map((value) => ({
      value,
      label: t(`cash.differences.${value}`),
    })),
  }
  const filters: Filter[] = names
    .filter((name) => name !== 'user_id' || seesAll)
    .map((name) => ({ name, label: t(`cash.filters.${name}`), options: options[name], single: true }))
  const values: Record<string, string[]> = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, [value]]] : []
    }),
  )
  const narrow = (wanted: Record<string, string[]>) =>
    change({ ...Object.fromEntries(names.map((name) => [name, wanted[name]?.[0] ?? null])), page: null })
  const span = readSpan(params, today, 'all')
  const setPeriod: Props['change'] = (what, how) => change({ ...what, page: null }, how)
  return (
    <search className={c.filters}>
      <div className={c.search}>
        <SearchField
          label={t('cash.search')}
          value={params.get('q') ?? ''}
          onChange={(q) => change({ q: q || null, page: null }, { replace: true })}
        />
      </div>
      <PeriodChip span={span} today={today} endless onChange={setPeriod} />
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
      {span.preset === 'range' ? <PeriodDays span={span} onChange={setPeriod} /> : null}
    </search>
  )
}
