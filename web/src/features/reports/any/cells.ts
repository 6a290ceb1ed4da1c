import type { ReportCell, ReportTable } from '../../../api/model'
import { number } from '../../../i18n/region'
import { unitCost } from '../../../ui/figures'
import { amount, centimos, dayText, quantity } from '../../../ui/format'
import { emptyFigure } from '../parts/FiguresTable'

/** Formats a value of a report by its kind; an empty one is a dash. */
export function cellText(cell: ReportCell | undefined): string {
  if (!cell) return emptyFigure
  const { kind, value } = cell
  switch (kind) {
    case 'MONEY':
      return amount(centimos(value))
    case 'UNIT_COST':
      return unitCost(value)
    case 'QUANTITY':
      return quantity(value).replace('-', '−')
    case 'PERCENT':
      return number(Number(value), 1, 1).replace('-', '−')
    case 'DAY':
      return dayText(value)
    case 'MOMENT':
      return `${dayText(value.slice(0, 10))} ${value.slice(11, 16)}`
    default:
      return value
  }
}

/**
 * Returns the column that stands beside the name on a phone: the first amount that is summed up, else the first amount, else the first
 * figure; -1 where there is none.
 */
export function mainColumn({ columns, total }: Pick<ReportTable, 'columns' | 'total'>): number {
  const isFigure = (at: number) => at > 0 && columns[at]?.kind !== 'TEXT'
  const isMoney = (at: number) => at > 0 && columns[at]?.kind === 'MONEY'
  const places = columns.map((_, at) => at)
  return (
    [(at: number) => isMoney(at) && Boolean(total[at]), isMoney, isFigure]
      .map((fits) => places.find(fits) ?? -1)
      .find((at) => at >= 0) ?? -1
  )
}
