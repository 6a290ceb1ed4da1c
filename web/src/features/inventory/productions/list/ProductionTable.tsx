import { useTranslation } from 'react-i18next'
import type { ProductionRow } from '../../../../api/model'
import { useHouse } from '../../../../session/house'
import { plain, unitCost } from '../../../../ui/figures'
import { amount, centimos, dateTime } from '../../../../ui/format'
import { ProductionState } from './ProductionState'
import c from './ProductionTable.module.css'

interface Props {
  rows: ProductionRow[]
  /** The id of the open production. */
  opened: number | null
  /** True for a cook, who sees no costs. */
  cooks: boolean
  stale: boolean
  onOpen: (id: number) => void
}

/** Lists the productions; each opens beside the list. */
export function ProductionTable({ rows, opened, cooks, stale, onOpen }: Props) {
  const { t } = useTranslation()
  const symbol = useHouse((house) => house.currency_symbol)
  return (
    <div className={c.table} data-stale={stale || undefined} data-cooks={cooks || undefined}>
      <div className={c.head} aria-hidden="true">
        <span>{t('productions.one')}</span>
        <span data-right>{t('productions.cameOutHead')}</span>
        <span data-right>{t('productions.yield')}</span>
        <span>{t('productions.date')}</span>
        {cooks ? null : <span data-right>{t('productions.cost', { symbol })}</span>}
        <span>{t('productions.status')}</span>
      </div>
      <ul className={c.rows} aria-label={t('productions.title')}>
        {rows.map((row) => (
          <Row key={row.id} row={row} opened={row.id === opened} cooks={cooks} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
}

interface RowProps extends Pick<Props, 'cooks' | 'onOpen'> {
  row: ProductionRow
  opened: boolean
}

function Row({ row, opened, cooks, onOpen }: RowProps) {
  const { t } = useTranslation()
  const percent = Math.round(Number(row.yield_percent))
  const unit = row.measurement
  return (
    <li
      className={c.row}
      data-opened={opened || undefined}
      data-gone={row.status === 'REJECTED' || undefined}
    >
      <span className={c.name}>
        <button
          type="button"
          aria-label={t('productions.open', { name: `${row.full_number} ${row.name}` })}
          aria-expanded={opened}
          onClick={() => onOpen(row.id)}
        >
          {row.name}
        </button>
        <small>{[row.full_number, row.responsible || row.user].join(' · ')}</small>
      </span>
      <span className={c.made}>
        <b>{t('productions.made', { quantity: plain(row.produced), unit })}</b>
        {percent === 100 ? null : (
          <small>{t('productions.of', { quantity: plain(row.quantity), unit })}</small>
        )}
      </span>
      <span className={c.yield} data-low={percent < 100 || undefined}>
        {t('productions.percent', { percent })}
      </span>
      <span className={c.date}>{dateTime(row.date)}</span>
      {cooks ? null : (
        <span className={c.cost}>
          <Cost row={row} />
        </span>
      )}
      <span className={c.state}>
        <ProductionState status={row.status} />
      </span>
    </li>
  )
}

function Cost({ row }: { row: ProductionRow }) {
  const { t } = useTranslation()
  if (row.pending) return <small>{t('productions.pending')}</small>
  if (row.cost == null) return <small>{t('productions.noCost')}</small>
  return (
    <>
      <b>{amount(centimos(row.cost))}</b>
      {row.unit_cost == null ? null : (
        <small>{t('productions.perUnit', { cost: unitCost(row.unit_cost), unit: row.measurement })}</small>
      )}
    </>
  )
}
