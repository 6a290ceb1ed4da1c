import { useTranslation } from 'react-i18next'
import type { SalesGrouping, SalesReportRow } from '../../../api/model'
import { number } from '../../../i18n/region'
import { plain } from '../../../ui/figures'
import { amount, centimos } from '../../../ui/format'
import { ariaSort, SortHead } from '../../../ui/list/ListTable'
import { shareText } from '../parts/bars'
import { PercentChange } from '../parts/PercentChange'
import c from './SalesTable.module.css'
import { type ColumnKey, figureOf } from './salesRows'

export interface SalesByGroup {
  cut: SalesGrouping
  columns: ColumnKey[]
  rows: SalesReportRow[]
  sum: SalesReportRow
  name: (row: SalesReportRow) => string
  opened: string | null
  onOpen: (key: string) => void
}

interface Props extends SalesByGroup {
  sort: string | null
  stale: boolean
  onSort: (sort: string | null) => void
}

/* These columns are shown only where there is room. */
const wide: readonly ColumnKey[] = ['persons', 'average']

/** Shows a row for each value of the cut; the last one is the sum and stays in sight. */
export function SalesByGroupTable({
  cut,
  columns,
  rows,
  sum,
  name,
  opened,
  onOpen,
  sort,
  stale,
  onSort,
}: Props) {
  const { t } = useTranslation()
  const largest = Math.max(1, ...rows.map((row) => centimos(row.sums.total)))
  const cells = (row: SalesReportRow, part?: number) =>
    columns.map((column) => (
      <td key={column} data-column={column} data-wide={wide.includes(column) || undefined}>
        {column === 'share' && part !== undefined ? (
          <span className={c.part} aria-hidden="true">
            <i style={{ width: `${Math.max(0, part) * 100}%` }} />
          </span>
        ) : null}
        <Figure row={row} column={column} />
      </td>
    ))
  return (
    <table className={c.table} data-stale={stale || undefined}>
      <caption className="sr">{t('salesReport.title')}</caption>
      <thead>
        <tr>
          <th scope="col" aria-sort={ariaSort('name', sort)}>
            <SortHead column="name" label={t(`salesReport.cuts.${cut}`)} sort={sort} onSort={onSort} />
          </th>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              data-column={column}
              data-wide={wide.includes(column) || undefined}
              aria-sort={ariaSort(column, sort)}
            >
              <SortHead
                column={column}
                label={t(`salesReport.column.${column}`)}
                sort={sort}
                onSort={onSort}
              />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-open={row.key === opened || undefined}>
            <th scope="row">
              <button
                type="button"
                className={c.open}
                aria-pressed={row.key === opened}
                title={t('salesReport.open', { name: name(row) })}
                onClick={() => onOpen(row.key)}
              >
                {name(row)}
              </button>
            </th>
            {cells(row, centimos(row.sums.total) / largest)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('salesReport.total')}</th>
          {cells(sum)}
        </tr>
      </tfoot>
    </table>
  )
}

function Figure({ row, column }: { row: SalesReportRow; column: ColumnKey }) {
  const value = figureOf(row, column)
  if (column === 'change') return <PercentChange percent={value} />
  if (value === null) return '—'
  switch (column) {
    case 'documents':
    case 'persons':
      return number(Number(value))
    case 'quantity':
      return plain(value)
    case 'margin':
    case 'share':
      return shareText(String(value))
    case 'total':
      return <b>{amount(centimos(value))}</b>
    default:
      return amount(centimos(value))
  }
}
