import type { TFunction } from 'i18next'
import type {
  AccountingDay,
  AccountingMargin,
  AccountingMonth,
  AccountingWeek,
  AccountingYear,
} from '../../../api/model'
import { centimos, dayText, money, shortDay, weekday } from '../../../ui/format'
import { plusDays } from '../../../ui/zone'
import { type Bar, barOf, bestOf, percentChange, percentNumber } from '../parts/bars'
import type { LinePoint } from '../parts/LineChart'
import type { Series } from './queries'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const named = (month: 'long' | 'short') => {
  const format = new Intl.DateTimeFormat('es-PE', { month, timeZone: 'UTC' })
  return (yearMonth: string) =>
    format
      .format(new Date(`${yearMonth}-15T12:00:00Z`))
      .replace('.', '')
      .toLowerCase()
}
/** Returns the month's name: "2026-11" → "noviembre", "nov" */
export const longMonth = named('long')
export const shortMonth = (yearMonth: string) => named('short')(yearMonth).slice(0, 3)

const ended = (bar: Bar, partial: boolean): Bar => (partial ? { ...bar, partial } : bar)
const short = (day: string) => dayText(day).slice(0, 5)

export const dayBars = (rows: readonly AccountingDay[], today: string): Bar[] =>
  rows.map((row) =>
    ended(
      barOf(
        { key: row.date, total: row.total },
        shortDay(row.date),
        `${capital(weekday(row.date))} ${short(row.date)}`,
      ),
      row.date >= today,
    ),
  )

export const weekBars = (rows: readonly AccountingWeek[], today: string, t: TFunction): Bar[] =>
  rows.map((row) =>
    ended(
      barOf(
        { key: row.week_start, total: row.total },
        short(row.week_start),
        t('books.weekOf', { from: short(row.week_start), to: short(row.week_end) }),
      ),
      row.week_end >= today,
    ),
  )

/** Returns a bar for each month before that of the year before; the change follows from the two. */
export const monthBars = (rows: readonly AccountingMonth[], today: string): Bar[] =>
  rows.map((row) => {
    const change = percentChange(centimos(row.total), centimos(row.year_before))
    const figures = {
      key: row.month,
      total: row.total,
      before: row.year_before,
      change_percent: change === null ? null : String(change),
    }
    const name = `${capital(longMonth(row.month))} ${row.month.slice(0, 4)}`
    return ended(barOf(figures, shortMonth(row.month), name), row.month >= today.slice(0, 7))
  })

export const yearBars = (rows: readonly AccountingYear[], today: string): Bar[] =>
  rows.map((row) => {
    const year = String(row.year)
    return ended(barOf({ key: year, total: row.total }, year), year >= today.slice(0, 4))
  })

/* A little above the mean is enough: a month, unlike an hour, is much like the others. */
const timesMean = 1.1

/** Returns "Julio fue el mejor mes: S/ 213,400.00, 13 % más que en 2025", or a plain title. */
export function seriesTitle(of: Series, bars: readonly Bar[], t: TFunction): string {
  const best = bestOf(bars, timesMean)
  if (!best) return t(`books.plain.${of}`)
  const amount = money(best.now)
  if (of === 'days')
    return t('books.best.days', { day: `${weekday(best.key)} ${Number(best.key.slice(8))}`, amount })
  if (of === 'months') {
    const words = { month: capital(longMonth(best.key)), amount }
    return best.change !== null && Number(best.change) >= 1
      ? t('books.best.monthsMore', {
          ...words,
          percent: percentNumber(Math.round(Number(best.change))),
          year: Number(best.key.slice(0, 4)) - 1,
        })
      : t('books.best.months', words)
  }
  return of === 'weeks'
    ? t('books.best.weeks', { from: short(best.key), to: short(plusDays(best.key, 6)), amount })
    : t('books.best.years', { year: best.key, amount })
}

export const marginPoints = (rows: readonly AccountingMargin[]): LinePoint[] =>
  rows.map((row) => ({
    key: row.month,
    name: shortMonth(row.month),
    fullName: `${capital(longMonth(row.month))} ${row.month.slice(0, 4)}`,
    value: row.margin_percent === null ? null : Number(row.margin_percent),
  }))

/* A smaller change (in percentage points) is neither up nor down. */
const leastPoints = 1

/** Returns "El margen sube desde junio": since its lowest month, or falls since its highest, whichever came later. */
export function marginTitle(points: readonly LinePoint[], t: TFunction): string {
  const known = points.flatMap(({ key, value }) => (value === null ? [] : [{ key, value }]))
  const last = known.at(-1)
  if (!last || known.length < 3) return t('books.margin.plain')
  const low = known.findLast((each) => each.value === Math.min(...known.map(({ value }) => value)))
  const high = known.findLast((each) => each.value === Math.max(...known.map(({ value }) => value)))
  const rises = low && last.value - low.value >= leastPoints
  const falls = high && high.value - last.value >= leastPoints
  const later = (low?.key ?? '') > (high?.key ?? '')
  if (rises && (later || !falls)) return t('books.margin.rises', { month: longMonth(low.key) })
  if (falls) return t('books.margin.falls', { month: longMonth(high.key) })
  return t('books.margin.plain')
}

/** Returns the path of the list that a bar is the sum of. */
export function salesReportPath(of: Series, key: string, today: string): string {
  const [from, to] = spanOf(of, key)
  const last = to > today ? today : to
  return `/sales-total-report?period=range&from=${from}&to=${last}`
}

function spanOf(of: Series, key: string): [string, string] {
  if (of === 'days') return [key, key]
  if (of === 'weeks') return [key, plusDays(key, 6)]
  if (of === 'years') return [`${key}-01-01`, `${key}-12-31`]
  const next = new Date(`${key}-01T12:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return [`${key}-01`, plusDays(next.toISOString().slice(0, 10), -1)]
}
