/**
 * These functions format money, quantities and times, by the company's time zone and currency. Amounts are céntimos, never
 * floats.
 */

import { number } from '../i18n/region'
import { house } from '../session/house'
import { businessDayIn, instantIn, instantsIn, type Local, localIn, plusDays } from './zone'

/** Reads the server's text `1234.5` as 123450 céntimos; a third decimal is rounded half away from zero. */
export function centimos(text: string | number | null | undefined): number {
  if (text === null || text === undefined || text === '') return 0
  const [, sign, whole = '0', decimals = ''] = /^\s*(-?)(\d*)(?:\.(\d*))?/.exec(String(text)) ?? []
  const padded = `${decimals}000`
  const amount = Number(whole) * 100 + Number(padded.slice(0, 2)) + (Number(padded[2]) >= 5 ? 1 : 0)
  return sign ? -amount : amount
}

/** Reads a price, which keeps its third decimal: "12.345" → 1234.5. What is charged for it is whole céntimos. */
export function priceCentimos(text: string | number | null | undefined): number {
  const [, sign, whole = '0', decimals = ''] = /^\s*(-?)(\d*)(?:\.(\d*))?/.exec(String(text ?? '')) ?? []
  const mils = Number(whole) * 1000 + Number(`${decimals}000`.slice(0, 3))
  return (sign ? -mils : mils) / 10
}

/** Returns a price times a quantity in whole céntimos, half upwards, as the server rounds a line. */
export const charged = (price: number, quantity: number) =>
  Math.round((Math.round(price * 10) * quantity) / 10)

/** Writes céntimos for the server: 123450 → "1234.50"; a price's 1234.5 → "12.345". */
export function decimal(amount: number): string {
  const mils = Math.round(Math.abs(amount) * 10)
  const rest = String(mils % 1000).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${Math.trunc(mils / 1000)}.${rest.endsWith('0') ? rest.slice(0, 2) : rest}`
}

/** Formats céntimos: 123450 → "1,234.50", and a price's 1234.5 → "12.345". */
export const amount = (value: number) => number(value / 100, 2, 3).replace('-', '−')

/** Formats a difference with its sign: 123450 → "+1,234.50". */
export const signed = (value: number) => (value > 0 ? `+${amount(value)}` : amount(value))

/** Formats céntimos with the currency, in one line: 123450 → "S/ 1,234.50"; the space does not break. */
export const money = (value: number) => `${house().currency_symbol}\u00a0${amount(value)}`

/** Formats a size in bytes: 3460300 → "3.3 MB" */
export const megabytes = (bytes: number) => `${number(Math.max(0.1, bytes / 1_048_576), 1)} MB`

/** Formats the server's quantity ("2.000000") without needless zeros, or with so many decimals at least. */
export const quantity = (text: string | number, least = 0) => number(Number(text), least, 6)

/** Returns a formatter for the company's time zone, made anew when the zone changes. */
function inHouse(options: Intl.DateTimeFormatOptions) {
  let zone = ''
  let format: Intl.DateTimeFormat
  return (at: string | number | Date) => {
    const now = house().time_zone
    if (now !== zone) format = new Intl.DateTimeFormat('es-PE', { ...options, timeZone: now })
    zone = now
    return format.format(new Date(at))
  }
}

/** Formats a time: 13:05 */
export const clock = inHouse({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** Returns the last moment at which the restaurant's clock showed this time ("13:05"); null for what is no time. */
export function lastTimeAt(text: string, now: number): string | null {
  const [, hours = '', mins = ''] = /^\s*(\d{1,2}):?(\d{2})\s*$/.exec(text) ?? []
  if (hours === '' || Number(hours) > 23 || Number(mins) > 59) return null
  const zone = house().time_zone
  const { date } = localIn(zone, now)
  const time = `${hours.padStart(2, '0')}:${mins}`
  const times = [plusDays(date, -1), date].flatMap((day) => instantsIn(zone, { date: day, time }))
  // The seconds of now are added, so that the current minute does not lie in the future.
  const past = times.map((at) => at + (now % 60_000)).filter((at) => at <= now)
  return new Date(Math.max(...past)).toISOString()
}
/** Formats a date: 21/11/2026 */
export const date = inHouse({ day: '2-digit', month: '2-digit', year: 'numeric' })
/** Formats a date with its time: 21/11/2026 13:05 */
export const dateTime = (at: string | number | Date) => `${date(at)} ${clock(at)}`
const longDateText = inHouse({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
/** Formats a long date: Sábado, 21 de noviembre de 2026 */
export const longDate = (at: string | number | Date) => {
  const text = longDateText(at)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Formats a day without a time: "2026-11-21" → "21/11/2026" */
export const dayText = (day: string) => day.split('-').reverse().join('/')

const ofDay = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('es-PE', { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(new Date(`${day}T12:00:00Z`))
}
/** Returns a day's weekday: "2026-11-21" → "sábado" */
export const weekday = ofDay({ weekday: 'long' })
const shortDayText = ofDay({ weekday: 'short', day: 'numeric' })
/** Formats a day briefly: "2026-11-21" → "sáb 21" */
export const shortDay = (day: string) => shortDayText(day).replace(/[.,]/g, '')

/** Returns the day "2026-11-21" and the time "20:30" of an instant, by the restaurant's clock. */
export const localParts = (at: string | number | Date): Local =>
  localIn(house().time_zone, new Date(at).getTime())
/** Returns a form's day and time as an instant. */
export const atLocal = (day: string, time: string) =>
  new Date(instantIn(house().time_zone, { date: day, time })).toISOString()
/** Returns today by the restaurant's calendar. */
export const today = () => localParts(Date.now()).date
/** Returns the business day at that time, as the server has it. */
export const businessDay = (at: number) => businessDayIn(house().time_zone, house().business_day_start, at)

/** Formats a time: "13:05" today, "20/11/2026 13:05" on another day. */
export const timeOrDateTime = (at: string | number | Date, now: number) =>
  date(at) === date(now) ? clock(at) : dateTime(at)

export const minutesSince = (at: string | number | Date, now: number) =>
  Math.max(0, Math.floor((now - new Date(at).getTime()) / 60_000))

/** Formats minutes: 42 → "42 min", 72 → "1 h 12" */
export const minutes = (count: number) =>
  count < 60 ? `${count} min` : `${Math.floor(count / 60)} h ${String(count % 60).padStart(2, '0')}`

/** Formats a telephone number: nine digits of a mobile in groups of three, 955632147 → "955 632 147"; others as they were typed. */
export const phoneText = (text: string) =>
  /^9\d{8}$/.test(text) ? text.replace(/(\d{3})(?=\d)/g, '$1 ') : text

/** Returns initials: "Rosa Quispe" → "RQ" */
export const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

const unseen =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/g
const fullWidth = 0xfee0

/** Cleans a pasted text: without invisible marks, its spaces and full-width letters as a keyboard types them. */
const asTyped = (text: string) =>
  text
    .replace(unseen, '')
    .replace(/\p{Z}/gu, ' ')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - fullWidth))

/**
 * Returns a text for searching, in lower case without accents and invisible marks: "Ají" → "aji". The server's `search_key` has
 * the same rule.
 */
export const searchKey = (text: string) =>
  asTyped(text).trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const small = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'y'])

/**
 * Writes a name that was typed all in capitals with small letters: "SAN JUAN DE MIRAFLORES" → "San Juan de Miraflores"; anything
 * else, and "BBQ", stays as it is.
 */
export const inSmallLetters = (text: string) =>
  text !== text.toUpperCase() || !/[AEIOUÁÉÍÓÚ]/.test(text)
    ? text
    : text
        .toLowerCase()
        .replace(/\p{L}+/gu, (word, at: number) =>
          at > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
        )
