import type { TFunction } from 'i18next'
import type { SalesGrouping, SalesReport } from '../../../api/model'
import { type ChartCut, channels, daysIn } from '../../../data/reports/sales/salesFilters'
import { dayText, money, shortDay, weekday } from '../../../ui/format'
import { plusDays } from '../../../ui/zone'
import type { ChartHeadline } from '../parts/bars'

const aMonday = '2024-01-01'
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const months = new Intl.DateTimeFormat('es-PE', { month: 'long', timeZone: 'UTC' })
/* Some browsers write a month with a capital when it stands alone. */
const monthOf = (day: string) => months.format(new Date(`${day}T12:00:00Z`)).toLowerCase()
const yearOf = (day: string) => day.slice(0, 4)

/** Returns a weekday's name: `1` to `7` → "lunes" to "domingo" */
export const weekdayOf = (key: string) => weekday(plusDays(aMonday, Number(key) - 1))
const plural = (day: string) => (day.endsWith('s') ? day : `${day}s`)

/** Returns "21 de noviembre". */
export const dayOfMonth = (day: string, t: TFunction) =>
  t('salesReport.dayOfMonth', {
    day: Number(day.slice(8)),
    month: monthOf(day),
  })

/** Returns "Lun 16 al dom 22 de noviembre", "Sábado 21 de noviembre"; with the year where it is another one than today's. */
export function daysText(from: string, to: string, today: string, t: TFunction): string {
  const year = yearOf(to) === yearOf(today) ? '' : ` ${t('salesReport.ofYear', { year: yearOf(to) })}`
  if (from === to) return `${capital(weekday(to))} ${dayOfMonth(to, t)}${year}`
  const month = monthOf(to)
  const first =
    from.slice(0, 7) === to.slice(0, 7)
      ? shortDay(from)
      : `${shortDay(from).split(' ')[0]} ${dayOfMonth(from, t)}`
  return capital(t('salesReport.days', { from: first, to: shortDay(to), month })) + year
}

const hourOf = (key: string) => ({ from: Number(key), to: (Number(key) + 1) % 24 })

/** Returns a row's name where there is room. */
export function nameOf(cut: SalesGrouping, row: { key: string; name: string }, t: TFunction): string {
  switch (cut) {
    case 'DAY':
      return `${capital(weekday(row.key))} ${dayText(row.key).slice(0, 5)}`
    case 'HOUR':
      return t('salesReport.hour', hourOf(row.key))
    case 'WEEKDAY':
      return capital(weekdayOf(row.key))
    case 'CHANNEL': {
      const channel = channels.find((each) => each === row.key)
      return channel ? t(`salesReport.channels.${channel}`) : row.name || row.key
    }
    default:
      return row.name || t(`salesReport.nameless.${cut}`)
  }
}

/** Returns the name below a bar: "sáb 21", "21" among many days, "14", "sáb". */
export function barName(cut: ChartCut, key: string, days: number): string {
  if (cut === 'HOUR') return key
  if (cut === 'WEEKDAY') return weekdayOf(key).slice(0, 3)
  return days > 10 ? String(Number(key.slice(8))) : shortDay(key)
}

/** Returns whether a report is of days that have begun and are not over. */
export const isUnderWay = (report: { start_date: string; is_partial?: boolean }, today: string) =>
  report.is_partial === true && report.start_date <= today

/** Returns the words for the period before. */
export function beforeText(report: SalesReport, t: TFunction): string {
  const { start_date, before_start_date, before_end_date } = report
  const days = daysIn(report)
  const isWeek = weekday(start_date) === weekday(aMonday) && days <= 7
  if (days === 1 && before_start_date === before_end_date)
    return t('salesReport.before.day', {
      day: `${weekday(before_start_date)} ${dayText(before_start_date).slice(0, 5)}`,
    })
  if (isWeek && before_start_date === plusDays(start_date, -7)) return t('salesReport.before.week')
  if (days <= 31 && start_date.endsWith('-01') && before_start_date.endsWith('-01'))
    return t('salesReport.before.month')
  // The year is left out where both periods lie in the same one.
  const near = yearOf(before_start_date) === yearOf(report.end_date)
  const said = (day: string) => (near ? dayText(day).slice(0, 5) : dayText(day))
  return t('salesReport.before.range', { from: said(before_start_date), to: said(before_end_date) })
}

/** Returns the chart's title: its conclusion in a sentence, or a plain title. */
export function titleText(cut: ChartCut, answer: ChartHeadline, report: SalesReport, t: TFunction): string {
  if (!answer) return t(`salesReport.plain.${cut}`)
  const { key, now } = answer.bar
  const words = { ...namesIn(cut, key, report), ...hourOf(key), amount: money(now) }
  if (answer.kind === 'best') return t(`salesReport.answers.${cut}.best`, words)
  const before = againstText(cut, key, report, t)
  return t(`salesReport.answers.${cut}.${answer.kind}`, { ...words, percent: answer.percent, before })
}

const namesIn = (cut: ChartCut, key: string, report: SalesReport) => {
  if (cut === 'WEEKDAY') return { day: plural(weekdayOf(key)) }
  if (cut === 'HOUR') return { day: '' }
  return { day: daysIn(report) <= 7 ? weekday(key) : `${weekday(key)} ${Number(key.slice(8))}` }
}

/** Names what it is compared with: "el anterior" of a weekday, the day of the month before, the same hour of a day. */
function againstText(cut: ChartCut, key: string, report: SalesReport, t: TFunction): string {
  const { start_date, before_start_date } = report
  const shift = daysIn({ start_date: before_start_date, end_date: start_date }) - 1
  if (cut === 'WEEKDAY') return t('salesReport.against.period')
  if (cut === 'DAY')
    return shift === 7
      ? t('salesReport.against.weekday')
      : t('salesReport.against.day', { day: dayOfMonth(plusDays(key, -shift), t) })
  return shift === 1
    ? t('salesReport.against.dayBefore')
    : t('salesReport.against.day', { day: dayOfMonth(before_start_date, t) })
}

/** Returns "Lunes y domingo fueron los únicos por debajo." */
export function belowText(cut: ChartCut, keys: string[], t: TFunction): string {
  if (cut !== 'DAY') return ''
  const [one, two] = keys.map((key) => weekday(key))
  if (!one) return ''
  return two ? t('salesReport.twoBelow', { one: capital(one), two }) : t('salesReport.oneBelow', { day: one })
}
