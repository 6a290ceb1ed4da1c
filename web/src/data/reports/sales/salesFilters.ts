import type { SalesChannel, SalesGrouping } from '../../../api/model'
import { type Preset, readSpan } from '../../../ui/dates/periods'
import { plusDays } from '../../../ui/zone'

/** The rows of the table can be any of these, in the order of its buttons. */
export const cuts = [
  'DAY',
  'HOUR',
  'WEEKDAY',
  'CHANNEL',
  'WAITER',
  'CASHIER',
  'CATEGORY',
  'PRODUCT',
  'TABLE',
  'DOCUMENT',
] as const satisfies readonly SalesGrouping[]

export const channels = ['TABLE', 'ORDER', 'DELIVERY', 'APP'] as const satisfies readonly SalesChannel[]

/** A report may be narrowed by these, one value each. */
export const filterNames = ['channel', 'billing_type_id', 'cashier_id', 'attendant_id'] as const
export type FilterName = (typeof filterNames)[number]

export type SalesQuery = { start_date: string; end_date: string } & Partial<Record<FilterName, string>>

/** The row whose documents the panel shows. */
export interface OpenedSales {
  cut: SalesGrouping
  key: string
}

export interface SalesState {
  preset: Preset | 'range'
  asked: SalesQuery
  by: SalesGrouping
  opened: OpenedSales | null
  sort: string | null
  hidden: string[]
}

const cutOf = (text: string | null | undefined) => cuts.find((each) => each === text)

/** Reads the screen's state from the address, which holds all of it. The default period is the current week. */
export function readSales(params: URLSearchParams, today: string): SalesState {
  const span = readSpan(params, today, 'week')
  const [from, to] = [span.from ?? span.to ?? today, span.to ?? span.from ?? today]
  const filters = filterNames.flatMap((name) => {
    const value = params.get(name)
    const valid =
      name === 'channel' ? channels.some((each) => each === value) : /^\d{1,15}$/.test(value ?? '')
    return value && valid ? [[name, value] as const] : []
  })
  return {
    preset: span.preset === 'all' ? 'range' : span.preset,
    asked: { start_date: from, end_date: to < from ? from : to, ...Object.fromEntries(filters) },
    by: cutOf(params.get('by')) ?? 'WAITER',
    opened: readOpenedSales(params.get('row')),
    sort: params.get('sort'),
    hidden: params.getAll('hide'),
  }
}

/** Returns a row's name in the address: `DAY:2026-11-21`. */
export function readOpenedSales(text: string | null): OpenedSales | null {
  const [name, ...rest] = (text ?? '').split(':')
  const cut = cutOf(name)
  return cut && rest.length > 0 ? { cut, key: rest.join(':') } : null
}

export const openedText = ({ cut, key }: OpenedSales) => `${cut}:${key}`

const dayMs = 86_400_000

/** Counts the days from one to another, both included. */
export const daysIn = ({ start_date, end_date }: Pick<SalesQuery, 'start_date' | 'end_date'>) =>
  Math.round((Date.parse(end_date) - Date.parse(start_date)) / dayMs) + 1

export type ChartCut = 'HOUR' | 'DAY' | 'WEEKDAY'

/** Returns the bars of the chart: hours for one day, days up to a month, weekdays for longer periods. */
export function chartCutOf(asked: SalesQuery): ChartCut {
  const days = daysIn(asked)
  if (days === 1) return 'HOUR'
  return days <= 31 ? 'DAY' : 'WEEKDAY'
}

/** Returns the query for the sales behind one row; null where no filter narrows to it. */
export function narrowedTo({ cut, key }: OpenedSales, asked: SalesQuery): SalesQuery | null {
  if (cut === 'DAY') return { ...asked, start_date: key, end_date: key }
  if (cut === 'CHANNEL') return { ...asked, channel: key }
  if (!/^[1-9]\d*$/.test(key)) return null
  if (cut === 'WAITER') return { ...asked, attendant_id: key }
  if (cut === 'CASHIER') return { ...asked, cashier_id: key }
  if (cut === 'DOCUMENT') return { ...asked, billing_type_id: key }
  return null
}

/** Returns the span in which to look for the last day with sales: some two months before. */
export const precedingSixtyDays = (asked: SalesQuery): SalesQuery => ({
  ...asked,
  start_date: plusDays(asked.start_date, -60),
  end_date: plusDays(asked.start_date, -1),
})
