import { IconArrowsSort, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PurchaseRow } from '../../../api/model'
import { amount, centimos, dayText } from '../../../ui/format'
import { nextSort } from '../../../ui/list/address'
import { StatePill } from '../../../ui/StatePill'
import { stateLooks, stateOf } from '../state'
import c from './PurchaseTable.module.css'

interface Props {
  rows: PurchaseRow[]
  sort: string | null
  stale: boolean
  onSort: (sort: string | null) => void
}

/** Lists purchases, each with a link to its page. */
export function PurchaseTable({ rows, sort, stale, onSort }: Props) {
  const { t } = useTranslation()
  const head = (key: string, label: string) => (
    <SortHead name={key} label={label} sort={sort} onSort={onSort} />
  )
  return (
    <div className={c.table} data-stale={stale || undefined}>
      <div className={c.head}>
        <span>{head('date', t('purchases.paper'))}</span>
        <span>{head('provider', t('purchases.provider'))}</span>
        <span>{t('purchases.itemsHead')}</span>
        <span>{head('total', t('purchases.totalIn'))}</span>
        <span>{head('due', t('purchases.dueIn'))}</span>
        <span>{t('purchases.state')}</span>
      </div>
      <ul className={c.rows} aria-label={t('purchases.title')}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </div>
  )
}

function SortHead(props: {
  name: string
  label: string
  sort: string | null
  onSort: (sort: string | null) => void
}) {
  const { name, label, sort, onSort } = props
  const { t } = useTranslation()
  const rises = sort === name
  const falls = sort === `-${name}`
  const Glyph = rises ? IconSortAscending : falls ? IconSortDescending : IconArrowsSort
  return (
    <button
      type="button"
      data-sorted={rises || falls || undefined}
      aria-label={t(rises ? 'purchases.sortedUp' : falls ? 'purchases.sortedDown' : 'purchases.sortBy', {
        label,
      })}
      onClick={() => onSort(nextSort(sort, name))}
    >
      {label}
      <Glyph size={17} stroke={1.9} aria-hidden="true" />
    </button>
  )
}

function Row({ row }: { row: PurchaseRow }) {
  const { t } = useTranslation()
  const state = stateOf(row)
  const [tone, icon] = stateLooks[state]
  const due = centimos(row.due)
  return (
    <li className={c.row} data-gone={state === 'VOIDED' || undefined}>
      <span className={c.number}>
        <Link to={`/purchase/detail/${row.id}`}>{row.full_number}</Link>
        <small>
          {t(`purchases.papers.${row.document}`)} · {dayText(row.date)}
        </small>
      </span>
      <span className={c.provider}>
        <span>{row.provider_name}</span>
        <small>{row.provider_document}</small>
      </span>
      <span className={c.items}>{row.items_count}</span>
      <b className={c.total}>{amount(centimos(row.total))}</b>
      <span className={c.due}>{due > 0 && state !== 'VOIDED' ? amount(due) : '—'}</span>
      <span className={c.state}>
        <StatePill tone={tone} icon={icon} label={t(`purchases.stateOf.${state}`)} />
        {due > 0 && row.next_due_on && state !== 'VOIDED' ? (
          <small>
            {t(state === 'OVERDUE' ? 'purchases.wasDue' : 'purchases.nextDue', {
              amount: amount(centimos(row.next_due_amount)),
              day: dayText(row.next_due_on).slice(0, 5),
            })}
          </small>
        ) : state === 'PAID' ? (
          <small>{t(`purchases.types.${row.type}`)}</small>
        ) : null}
      </span>
    </li>
  )
}
