import type { TFunction } from 'i18next'
import type { Span } from './periods'

const months = new Intl.DateTimeFormat('es-PE', { month: 'short', timeZone: 'UTC' })
const month = (day: string) =>
  months
    .format(new Date(`${day}T12:00:00Z`))
    .replace('.', '')
    .toLowerCase()
const dayOf = (day: string) => String(Number(day.slice(8)))

/** Formats a span: "16 al 21 nov", "28 oct al 3 nov"; with the year where it is another one. */
export function spanText({ from, to }: Span, today: string, t: TFunction): string {
  const whole = (day: string) => {
    const year = day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`
    return `${dayOf(day)} ${month(day)}${year}`
  }
  if (from && from === to) return whole(from)
  if (from && to) {
    const begin = from.slice(0, 7) === to.slice(0, 7) ? dayOf(from) : whole(from)
    return t('kardex.between', { from: begin, to: whole(to) })
  }
  if (from) return t('kardex.since', { from: whole(from) })
  return to ? t('kardex.until', { to: whole(to) }) : t('kardex.periods.range')
}
