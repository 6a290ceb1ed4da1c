import type { PaidPrice } from '../../api/model'
import { millionths } from '../../ui/decimals'
import { plusDays } from '../../ui/zone'

/**
 * These pure functions prepare the prices paid for an item for a chart and for one sentence; the server gives the latest first.
 */

/** The chart and the sentence look this far back from the last purchase; the table has all. */
const yearDays = 365
/** A chart with more lines cannot be read: the others are in the table. */
export const mostLines = 4

export interface ProviderLine {
  /** The key of its values in a point. */
  key: string
  name: string
  last: PaidPrice
}

export type PricePoint = { at: number } & Record<string, number>

export interface PriceLines {
  lines: ProviderLine[]
  points: PricePoint[]
  /** The providers that are only in the table. */
  others: number
}

const keyOf = (row: PaidPrice) => `p${row.provider_id}`

/** Returns the purchases of the year before the last one. */
function recent(rows: readonly PaidPrice[]) {
  const [last] = rows
  if (!last) return []
  const from = plusDays(last.date, -yearDays)
  return rows.filter((row) => row.date >= from)
}

/** Returns a line for each provider, the last seller first, and a point for each day with a purchase. */
export function chartOf(rows: readonly PaidPrice[]): PriceLines {
  const shown = recent(rows)
  const lines = new Map<string, ProviderLine>()
  for (const row of shown) {
    const key = keyOf(row)
    if (!lines.has(key)) lines.set(key, { key, name: row.provider_name, last: row })
  }
  const drawn = [...lines.values()].slice(0, mostLines)
  const points = new Map<string, PricePoint>()
  // It goes from the first to the last, so that the last price of a day is the one of that day.
  for (const row of [...shown].reverse()) {
    if (!drawn.some((line) => line.key === keyOf(row))) continue
    const point: PricePoint = points.get(row.date) ?? { at: Date.parse(`${row.date}T12:00:00Z`) }
    point[keyOf(row)] = Number(row.base_price)
    points.set(row.date, point)
  }
  return { lines: drawn, points: [...points.values()], others: lines.size - drawn.length }
}

export type PriceHeadline =
  | { kind: 'none' }
  | { kind: 'once' }
  | { kind: 'rose' | 'fell' | 'same'; percent: number; since: PaidPrice; last: PaidPrice }

/** Returns how the price changed over the year, which people want to know first. A change below half a percent is none. */
export function priceHeadline(rows: readonly PaidPrice[]): PriceHeadline {
  const shown = recent(rows)
  const [last] = shown
  const since = shown.at(-1)
  if (!last || !since) return { kind: 'none' }
  if (last === since) return { kind: 'once' }
  const [now, before] = [millionths(last.base_price), millionths(since.base_price)]
  const percent = now === null || !before ? 0 : Math.round(Number(((now - before) * 1000n) / before) / 10)
  const kind = percent > 0 ? 'rose' : percent < 0 ? 'fell' : 'same'
  return { kind, percent: Math.abs(percent), since, last }
}

/** Returns the provider with the lowest price now; null where that is the one who sold last. */
export function cheapest({ lines }: PriceLines): ProviderLine | null {
  const price = (line: ProviderLine) => millionths(line.last.base_price) ?? 0n
  const [first, ...others] = lines
  if (!first) return null
  const least = others.reduce((best, line) => (price(line) < price(best) ? line : best), first)
  return least === first ? null : least
}

/** Returns a provider's name in at most two lines of so many letters, for the end of its line in the chart. */
export function wrapName(name: string, letters: number): string[] {
  const lines: string[] = ['']
  for (const word of name.split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= letters) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  const cut = lines.length > 2
  return lines.slice(0, 2).map((line, at) => {
    const ends = cut && at === 1
    return line.length + (ends ? 1 : 0) > letters || ends ? `${line.slice(0, letters - 1)}…` : line
  })
}

/** Moves labels apart that stand too close, downwards in order and up again from below. */
export function spreadLabelsApart(places: readonly number[], least: number, bottom: number): number[] {
  const order = places.map((place, at) => ({ place, at })).sort((a, b) => a.place - b.place)
  for (const [at, each] of order.entries()) {
    const above = order[at - 1]
    if (above) each.place = Math.max(each.place, above.place + least)
  }
  for (const [back, each] of [...order].reverse().entries()) {
    const below = order[order.length - back]
    each.place = Math.min(each.place, below ? below.place - least : bottom)
  }
  return [...order].sort((a, b) => a.at - b.at).map(({ place }) => place)
}

const steps = [1, 2, 2.5, 5, 10]

/** Returns round prices around all that there are, at most five or six, for the axis: 32, 36, 40, 44. */
export function ticksOf({ lines, points }: PriceLines): number[] {
  const prices = points.flatMap((point) => lines.flatMap(({ key }) => point[key] ?? []))
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  // A single price still needs a middle to stand in.
  const wanted = Math.max((high - low) / 3, high / 10, 0.0001)
  const magnitude = 10 ** Math.floor(Math.log10(wanted))
  const step = (steps.find((each) => each * magnitude >= wanted) ?? 10) * magnitude
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(6)))
}
