import { IconClockHour4 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { StockUse } from '../../../api/model'
import { kardexOf } from '../../../data/inventory/item'
import { useHouse } from '../../../session/house'
import { plain, signedPercent } from '../../../ui/figures'
import { amount, centimos, dayText } from '../../../ui/format'
import { FigureHead } from '../../../widgets/figures/FigureHead'
import c from '../../../widgets/figures/Figures.module.css'

interface Props {
  rows: StockUse[]
  sort: string | null
  stale: boolean
  onSort: (sort: string | null) => void
}

/** The list's own order puts the largest loss first. */
const usual = 'difference_value'

export function UsageVarianceTable({ rows, sort, stale, onSort }: Props) {
  const { t } = useTranslation()
  const symbol = useHouse((house) => house.currency_symbol)
  const head = { sort, usual, onSort }
  return (
    <table className={c.table} data-stale={stale || undefined}>
      <caption className="sr">{t('stockUse.title')}</caption>
      <thead>
        <tr>
          <FigureHead {...head} column="name" label={t('stockList.item')} first />
          <FigureHead {...head} column="theoretical" label={t('stockUse.theoretical')} />
          <FigureHead {...head} label={t('stockUse.byHand')} wide />
          <FigureHead {...head} label={t('stockUse.counted')} />
          <FigureHead {...head} column="difference_percent" label={t('stockUse.difference')} />
          <FigureHead {...head} column="difference_value" label={t('stockList.value', { symbol })} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={`${row.item_type}:${row.item_id}`} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ row }: { row: StockUse }) {
  const { t } = useTranslation()
  const unit = ` ${row.measurement}`
  return (
    <tr>
      <th scope="row">
        <Link className={c.name} to={kardexOf({ type: row.item_type, id: row.item_id })}>
          {row.name}
        </Link>
        <small>{row.category ?? t(`stockList.kinds.${row.item_type}`)}</small>
      </th>
      <td data-align="right" data-label={t('stockUse.theoretical')}>
        {plain(row.theoretical) + unit}
      </td>
      <td data-align="right" data-from="wide" data-label={t('stockUse.byHand')}>
        {plain(row.by_hand) + unit}
      </td>
      <td data-align="right" data-label={t('stockUse.counted')}>
        {row.counted_use == null ? (
          <span className={c.quiet}>{t('stockUse.notCounted')}</span>
        ) : (
          <>
            {Number(row.counted_use) < 0 ? '—' : plain(row.counted_use) + unit}
            {row.counted_on ? (
              <small>{t('stockUse.on', { day: dayText(row.counted_on).slice(0, 5) })}</small>
            ) : null}
          </>
        )}
      </td>
      <td data-align="right" data-label={t('stockUse.difference')}>
        <Difference row={row} />
      </td>
      <td data-align="right" data-label={t('stockUse.worth')}>
        <Worth row={row} />
      </td>
    </tr>
  )
}

/** Says "faltan 2.4 kg", and how large a part of the use that is. */
function Difference({ row }: { row: StockUse }) {
  const { t } = useTranslation()
  if (row.difference == null) return <span className={c.quiet}>—</span>
  if (row.state === 'EXACT') return <span className={c.quiet}>{t('stockUse.exact')}</span>
  const quantity = `${plain(row.difference.replace('-', ''))} ${row.measurement}`
  return (
    <>
      <b data-tone={row.state === 'MISSING' ? 'bad' : undefined}>
        {t(row.state === 'MISSING' ? 'stockUse.missing' : 'stockUse.surplus', { quantity })}
      </b>
      {row.difference_percent == null ? null : <small>{signedPercent(row.difference_percent)}</small>}
    </>
  )
}

function Worth({ row }: { row: StockUse }) {
  const { t } = useTranslation()
  if (row.pending)
    return (
      <span className={c.pending}>
        <IconClockHour4 size={15} stroke={2} aria-hidden="true" />
        {t('stockList.pending')}
      </span>
    )
  if (row.difference == null || row.state === 'EXACT') return <span className={c.quiet}>—</span>
  if (row.difference_value == null) return <span className={c.quiet}>{t('stockList.noCost')}</span>
  return <b>{amount(centimos(row.difference_value))}</b>
}
