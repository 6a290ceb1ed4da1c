import { number } from '../../../i18n/region'
import { centimos } from '../../../ui/format'

/** One bar of a chart, with the value that it is compared with. Amounts are céntimos. */
export interface Bar {
  key: string
  /** The name below the bar. */
  name: string
  /** The name for screen readers, and for where there is room. */
  fullName: string
  now: number
  /** The earlier value; null when there is none to compare with. */
  before: number | null
  /** The change in percent, as the server gives it. */
  change: string | null
  /** True when its time has not ended. */
  partial?: boolean
  /** A limit that it should not exceed. */
  line?: number | null
  /** An additional remark. */
  note?: string
}

export type ChartHeadline =
  | { kind: 'more' | 'less'; bar: Bar; percent: number }
  | { kind: 'best'; bar: Bar }
  | null

const least = { percent: 10, share: 0.25, timesMean: 1.3 }

const meanOf = (values: number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length

/**
 * Returns the chart's conclusion by rule: the largest change of something that matters, else a bar that stands clearly above the
 * others, else nothing. What has not ended answers nothing.
 */
export function chartHeadline(bars: readonly Bar[]): ChartHeadline {
  const ended = bars.filter((bar) => !bar.partial)
  const usual = meanOf(ended.map((bar) => bar.before ?? 0))
  const moved = ended
    .filter((bar) => bar.before !== null && bar.before > 0 && bar.before >= usual * least.share)
    .filter((bar) => Math.abs(Number(bar.change ?? 0)) >= least.percent)
    .toSorted((a, b) => Math.abs(b.now - (b.before ?? 0)) - Math.abs(a.now - (a.before ?? 0)))[0]
  if (moved) {
    const change = Number(moved.change)
    return { kind: change > 0 ? 'more' : 'less', bar: moved, percent: Math.round(Math.abs(change)) }
  }
  const best = bestOf(bars, least.timesMean)
  return best && { kind: 'best', bar: best }
}

/**
 * Returns the bar that is so many times the mean, among three or more that have ended; null where an unfinished one is higher
 * already.
 */
export function bestOf(bars: readonly Bar[], timesMean: number): Bar | null {
  const ended = bars.filter((bar) => !bar.partial)
  const best = ended.toSorted((a, b) => b.now - a.now)[0]
  const mean = meanOf(ended.map((bar) => bar.now))
  if (!best || ended.length < 3 || mean <= 0 || best.now < mean * timesMean) return null
  return bars.some((bar) => bar.now > best.now) ? null : best
}

/** Returns the bars below their earlier value, where they are one or two among several. */
export function fewBelow(bars: readonly Bar[]): Bar[] {
  const ended = bars.filter((bar) => !bar.partial && bar.before !== null)
  const below = ended.filter((bar) => bar.now < (bar.before ?? 0))
  return ended.length >= 4 && below.length <= 2 && below.every((bar) => bar.change !== null) ? below : []
}

/** It says how amounts above bars are written: whole, or in thousands where there is no room. */
export interface Scale {
  thousands: boolean
  text: (amount: number) => string
  /** Formats a value; if absent, it is money. */
  said?: (amount: number) => string
}

export function scaleOf(bars: readonly Bar[], little: boolean): Scale {
  const largest = Math.max(0, ...bars.flatMap((bar) => [bar.now, bar.before ?? 0]))
  const thousands = largest >= (little ? 1_000_00 : 100_000_00)
  const digits = largest >= 100_000_00 ? 0 : 1
  return {
    thousands,
    text: (amount) =>
      (thousands && Math.abs(amount) >= 1_000_00
        ? `${number(amount / 100_000, digits)} mil`
        : number(Math.round(amount / 100))
      ).replace('-', '−'),
  }
}

/** Returns the change between two figures in percent with one decimal; null where the earlier one is zero. */
export function percentChange(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) * 1000) / Math.abs(before)) / 10
}

/** Formats a number without its sign: `38.02` → `38`, `-0.83` → `0.8`. */
export const percentNumber = (value: number | string) => number(Math.abs(Number(value)), 0, 1)
export const percentText = (value: number | string) => `${percentNumber(value)} %`

/** Formats a share or a margin always with one decimal, so that they stand in line. */
export const shareText = (text: string | null) =>
  text === null ? '—' : `${number(Number(text), 1).replace('-', '−')} %`

export const barOf = (
  row: { key: string; total: string; before?: string | null; change_percent?: string | null },
  name: string,
  fullName = name,
): Bar => ({
  key: row.key,
  name,
  fullName,
  now: centimos(row.total),
  before: row.before == null ? null : centimos(row.before),
  change: row.change_percent ?? null,
})
