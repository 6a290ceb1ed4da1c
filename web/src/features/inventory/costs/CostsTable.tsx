import { IconClockHour4 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DishCost } from '../../../api/model'
import { percent, signedPercent } from '../../../ui/figures'
import { amount, centimos, date } from '../../../ui/format'
import { FigureHead } from '../../../widgets/figures/FigureHead'
import c from '../../../widgets/figures/Figures.module.css'
import { dearestFirst } from './queries'

interface Props {
  rows: DishCost[]
  sort: string | null
  stale: boolean
  onSort: (sort: string | null) => void
}

export function CostsTable({ rows, sort, stale, onSort }: Props) {
  const { t } = useTranslation()
  const head = { sort, usual: dearestFirst, onSort }
  return (
    <table className={c.table} data-stale={stale || undefined}>
      <caption className="sr">{t('dishCosts.title')}</caption>
      <thead>
        <tr>
          <FigureHead {...head} column="name" label={t('dishCosts.dish')} first />
          <FigureHead {...head} label={t('dishCosts.before')} wide />
          <FigureHead {...head} column="food_cost" label={t('dishCosts.now')} />
          <FigureHead {...head} column="change_percent" label={t('dishCosts.change')} />
          <FigureHead {...head} column="sale_amount" label={t('dishCosts.price')} />
          <FigureHead {...head} column="margin_percent" label={t('dishCosts.margin')} />
          <FigureHead {...head} label={t('dishCosts.suggested')} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={row.product_id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ row }: { row: DishCost }) {
  const { t } = useTranslation()
  const short = row.suggested_price != null
  return (
    <tr>
      <th scope="row">
        <Link className={c.name} to={`/products?open=${row.product_id}`}>
          {row.name}
        </Link>
        <small>{row.category}</small>
      </th>
      <td data-align="right" data-from="wide" data-label={t('dishCosts.before')}>
        {row.cost_before == null ? <span className={c.quiet}>—</span> : amount(centimos(row.cost_before))}
      </td>
      <td data-align="right" data-label={t('dishCosts.now')}>
        {row.food_cost == null ? (
          <span className={c.quiet}>{t('dishCosts.unknown')}</span>
        ) : (
          <b>{amount(centimos(row.food_cost))}</b>
        )}
        <Age row={row} />
      </td>
      <td data-align="right" data-label={t('dishCosts.change')}>
        <Change row={row} />
      </td>
      <td data-align="right" data-label={t('dishCosts.price')}>
        {amount(centimos(row.sale_amount))}
      </td>
      <td data-align="right" data-label={t('dishCosts.margin')} data-tone={short ? 'warning' : undefined}>
        {percent(row.margin_percent)}
        {row.target_margin == null ? null : (
          <small>{t('dishCosts.target', { percent: percent(row.target_margin) })}</small>
        )}
      </td>
      <td data-align="right" data-label={t('dishCosts.suggested')}>
        {short ? (
          <b>{amount(centimos(row.suggested_price ?? '0'))}</b>
        ) : (
          <span className={c.quiet}>{row.food_cost == null ? '—' : t('dishCosts.enough')}</span>
        )}
      </td>
    </tr>
  )
}

/** How old what it costs is. */
function Age({ row }: { row: DishCost }) {
  const { t } = useTranslation()
  if (row.cost_is_pending)
    return (
      <small className={c.pending}>
        <IconClockHour4 size={15} stroke={2} aria-hidden="true" />
        {t('stockList.pending')}
      </small>
    )
  return row.cost_at ? <small>{t('dishCosts.at', { day: date(row.cost_at).slice(0, 5) })}</small> : null
}

/** Nothing to compare with: of today, or of then. */
function NoChange({ row }: { row: DishCost }) {
  const { t } = useTranslation()
  if (row.food_cost == null) return <span className={c.quiet}>—</span>
  return (
    <span className={c.quiet} title={t('dishCosts.noBeforeText')}>
      {t('dishCosts.noBefore')}
    </span>
  )
}

function Change({ row }: { row: DishCost }) {
  const { t } = useTranslation()
  const change = Number(row.change ?? 0)
  if (row.change == null) return <NoChange row={row} />
  if (change === 0) return <span className={c.quiet}>{t('dishCosts.same')}</span>
  const because = row.because
  return (
    <>
      <b data-tone={change > 0 ? 'warning' : undefined}>{signedPercent(row.change_percent)}</b>
      {because ? (
        <small>
          {t('dishCosts.because', { name: because.name, percent: signedPercent(because.change_percent) })}
        </small>
      ) : null}
    </>
  )
}
