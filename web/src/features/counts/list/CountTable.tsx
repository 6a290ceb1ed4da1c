import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { StockCountRow } from '../../../api/model'
import { useHouse } from '../../../session/house'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { amount, centimos, dateTime } from '../../../ui/format'
import { firstNames } from '../countLines'
import { progressStyle } from '../progressStyle'
import { CountState } from './CountState'
import c from './Counts.module.css'

/** Lists the counts; one that is being counted opens on its keys, any other on its differences. */
export function CountTable({ rows, stale }: { rows: StockCountRow[]; stale: boolean }) {
  const { t } = useTranslation()
  const symbol = useHouse((house) => house.currency_symbol)
  return (
    <div className={c.table} data-stale={stale || undefined}>
      <div className={c.head} aria-hidden="true">
        <span>{t('counts.count')}</span>
        <span>{t('counts.people')}</span>
        <span>{t('counts.progress')}</span>
        <span>{t('counts.value', { symbol })}</span>
        <span>{t('counts.status')}</span>
      </div>
      <ul className={c.rows} aria-label={t('counts.title')}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </div>
  )
}

function Row({ row }: { row: StockCountRow }) {
  const { t } = useTranslation()
  const reviews = may(useUser(), 'edit_catalog') && row.status !== 'OPEN'
  return (
    <li className={c.row}>
      <span className={c.name}>
        <Link
          to={`/inventory/counts/${row.id}${reviews ? '/review' : ''}`}
          aria-label={t('counts.open', { name: `${row.full_number} ${row.name}` })}
        >
          {row.name}
        </Link>
        <small>{[row.full_number, dateTime(row.approved_at ?? row.created_at)].join(' · ')}</small>
      </span>
      <span className={c.people}>
        {row.counters.length > 0 ? firstNames(row.counters) : t('counts.nobody')}
      </span>
      <span className={c.progress}>
        {t('counts.of', { counted: row.counted, lines: row.lines_count })}
        <i style={progressStyle(row.counted, row.lines_count)} />
      </span>
      <b className={c.value} data-bad={Number(row.value) < 0 || undefined}>
        {row.value == null ? null : amount(centimos(row.value))}
      </b>
      <span className={c.state}>
        <CountState status={row.status} />
      </span>
    </li>
  )
}
