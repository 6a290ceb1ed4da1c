import { useTranslation } from 'react-i18next'
import { useLastProviders } from '../../../data/inventory/queries'
import type { StockRow } from '../../../data/inventory/types'
import { useHouse } from '../../../session/house'
import { ariaSort, SortHead } from '../../../ui/list/ListTable'
import c from './Stock.module.css'
import { StockLine } from './StockLine'

interface Props {
  rows: StockRow[] | undefined
  sort: string | null
  stale: boolean
  onSort?: (sort: string | null) => void
}

/** The list's own order puts first what is used up first. */
const usual = 'cover'

export function StockTable({ rows, sort, stale, onSort }: Props) {
  const { t } = useTranslation()
  const symbol = useHouse((house) => house.currency_symbol)
  const shown = sort ?? usual
  const providers = useLastProviders(rows)
  const head = (key: string | null, label: string, align?: 'right') => (
    <th scope="col" data-align={align} aria-sort={key ? ariaSort(key, shown) : undefined}>
      <SortHead column={key ?? undefined} label={label} sort={shown} onSort={onSort} />
    </th>
  )
  return (
    <table className={c.table} data-stale={stale || undefined}>
      <caption className="sr">{t('stockList.title')}</caption>
      <thead>
        <tr>
          {head('name', t('stockList.item'))}
          {head('stock', t('stockList.have'), 'right')}
          {head(null, t('stockList.against'))}
          {head('cover', t('stockList.cover'), 'right')}
          {head(null, t('stockList.cost', { symbol }), 'right')}
          {head('value', t('stockList.value', { symbol }), 'right')}
          {head(null, t('stockList.lastPurchase'))}
          <th scope="col">
            <span className="sr">{t('lists.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody aria-busy={!rows || undefined}>
        {rows
          ? rows.map((row) => {
              const key = `${row.item_type}:${row.item_id}`
              return <StockLine key={key} row={row} provider={providers.get(key)} />
            })
          : shapes.map((width, at) => <Shape key={width} width={width} at={at} />)}
      </tbody>
    </table>
  )
}

/* Words have different lengths; the widths are fixed, or the shapes would flicker. */
const shapes = [128, 164, 136, 150, 206, 92, 158, 146]

function Shape({ width, at }: { width: number; at: number }) {
  return (
    <tr style={{ opacity: 1 - at / (shapes.length + 1) }} aria-hidden="true">
      <th scope="row">
        <span className={c.shape} style={{ width: `min(${width}px, 30vw)` }} />
      </th>
      {['stock', 'bar', 'cover', 'cost', 'value', 'last', 'menu'].map((cell) => (
        <td key={cell} data-cell={cell}>
          {cell === 'menu' ? null : <span className={c.shape} style={{ width: cell === 'bar' ? 120 : 48 }} />}
        </td>
      ))}
    </tr>
  )
}
