import type { TFunction } from 'i18next'
import type { SalesGrouping, SalesReport, SalesReportRow } from '../../../api/model'
import { type ChartCut, daysIn } from '../../../data/reports/sales/salesFilters'
import { centimos } from '../../../ui/format'
import { plusDays } from '../../../ui/zone'
import { type Bar, barOf } from '../parts/bars'
import { barName, nameOf } from './salesTexts'

export const columnKeys = [
  'documents',
  'persons',
  'quantity',
  'total',
  'before',
  'change',
  'average',
  'margin',
  'share',
] as const
export type ColumnKey = (typeof columnKeys)[number]

/** Returns the columns of a cut: goods have units and a margin, sales have documents and persons. */
export function columnsOf(cut: SalesGrouping): ColumnKey[] {
  return cut === 'CATEGORY' || cut === 'PRODUCT'
    ? ['quantity', 'total', 'before', 'change', 'margin', 'share']
    : ['documents', 'persons', 'total', 'before', 'change', 'average', 'share']
}

/** Returns the figure of a column, as the server writes it; null when it is unknown. */
export function figureOf(row: SalesReportRow, column: ColumnKey): string | number | null {
  switch (column) {
    case 'before':
      return row.before
    case 'change':
      return row.change_percent
    case 'share':
      return row.share_percent
    case 'margin':
      return row.sums.margin_percent
    default:
      return row.sums[column]
  }
}

/** Sorts by the chosen order, or keeps the server's; a row without a name ("Sin mozo") and an unknown value are always last. */
export function sortRows(
  cut: SalesGrouping,
  rows: readonly SalesReportRow[],
  sort: string | null,
  nameIn: (row: SalesReportRow) => string,
): SalesReportRow[] {
  const column = sort?.replace(/^-/, '')
  const way = sort?.startsWith('-') ? -1 : 1
  const named = ['DAY', 'HOUR', 'WEEKDAY', 'CHANNEL'].includes(cut)
  const nameless = (row: SalesReportRow) => Number(!named && row.name === '')
  const known = columnKeys.find((each) => each === column)
  const compare = (a: SalesReportRow, b: SalesReportRow) => {
    if (column === 'name') return way * nameIn(a).localeCompare(nameIn(b), 'es', { numeric: true })
    if (!known) return 0
    const [x, y] = [figureOf(a, known), figureOf(b, known)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return way * (Number(x) - Number(y))
  }
  return rows.toSorted((a, b) => nameless(a) - nameless(b) || compare(a, b))
}

/** Returns the hours of a business day, which begins at `start` ("04:00"): after midnight the evening goes on. */
export function hoursFrom(start: string): string[] {
  const first = Number(start.slice(0, 2))
  return Array.from({ length: 24 }, (_, at) => String((first + at) % 24))
}

/** Returns all keys of a chart in their order, also the empty ones; hours go only from the first to the last sale. */
export function keysOf(cut: ChartCut, report: SalesReport, dayStart: string): string[] {
  if (cut === 'WEEKDAY') return ['1', '2', '3', '4', '5', '6', '7']
  if (cut === 'DAY') return Array.from({ length: daysIn(report) }, (_, at) => plusDays(report.start_date, at))
  const hours = hoursFrom(dayStart)
  const sold = report.rows
    .filter((row) => centimos(row.sums.total) !== 0 || centimos(row.before) !== 0)
    .map((row) => hours.indexOf(row.key))
  return sold.length === 0 ? [] : hours.slice(Math.min(...sold), Math.max(...sold) + 1)
}

/** Returns the bars of a report by hours, days or weekdays. */
export function barsOf(cut: ChartCut, report: SalesReport, dayStart: string, t: TFunction): Bar[] {
  const days = daysIn(report)
  const keys = keysOf(cut, report, dayStart)
  return keys.map((key) => {
    const row = report.rows.find((each) => each.key === key)
    const figures = {
      key,
      total: row?.sums.total ?? '0',
      before: row?.before ?? '0',
      change_percent: row?.change_percent ?? null,
    }
    const bar = barOf(figures, barName(cut, key, days), nameOf(cut, { key, name: '' }, t))
    const partial = report.is_partial && cut === 'DAY' && key === report.end_date
    return partial ? { ...bar, partial } : bar
  })
}

export const sumRow = (report: SalesReport, change: number | null): SalesReportRow => ({
  key: 'TOTAL',
  name: '',
  sums: report.totals,
  before: report.before.total,
  change_percent: change === null ? null : String(change),
  share_percent: '100',
})
