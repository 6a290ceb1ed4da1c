import { lastMonths } from '../../../ui/dates/months'

export interface YearMonth {
  year: number
  /** The month, 1 to 12. */
  month: number
}

const firstYear = 2000
const lastYear = 2100
/** This many years back are offered: as long as books are kept. */
const kept = 6

/** Returns the text "2026-03". */
export const textOf = ({ year, month }: YearMonth) => `${year}-${String(month).padStart(2, '0')}`

const read = (text: string | null): YearMonth | null => {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text ?? '') ?? []
  const found = { year: Number(year), month: Number(month) }
  const fits = found.year >= firstYear && found.year <= lastYear && found.month >= 1 && found.month <= 12
  return fits ? found : null
}

/** Returns the month before that of the day: the books of a month are closed after it. */
export function usualMonth(today: string): YearMonth {
  const [, last = ''] = lastMonths(today, 2)
  return read(last) ?? { year: Number(today.slice(0, 4)), month: 1 }
}

/** Returns the month that the address names, else the last one that is over. */
export const readMonth = (text: string | null, today: string) => read(text) ?? usualMonth(today)

/** Returns the years to choose from, the latest first, and always the chosen one. */
export function yearsOffered(chosen: YearMonth, today: string): number[] {
  const now = Number(today.slice(0, 4))
  const years = Array.from({ length: kept }, (_, back) => now - back)
  return years.includes(chosen.year) ? years : [...years, chosen.year].sort((a, b) => b - a)
}

/** Returns the months of the chosen year that have begun, and always the chosen one. */
export function monthsOffered(chosen: YearMonth, today: string): number[] {
  const begun = today.slice(0, 7)
  return Array.from({ length: 12 }, (_, before) => before + 1).filter(
    (month) => month === chosen.month || textOf({ year: chosen.year, month }) <= begun,
  )
}

/** Returns the same month of another year; where that one has not begun, the latest that has. */
export function inYear(chosen: YearMonth, year: number, today: string): YearMonth {
  const moved = { ...chosen, year }
  const begun = { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) }
  return year === begun.year && moved.month > begun.month ? begun : moved
}
