/** These pure functions compare the week's sales with the week before. Amounts are céntimos. */
import { centimos } from '../../../ui/format'

export interface DayPair {
  day: string
  now: number
  before: number | null
}

/** Pairs the days of the server (the last 7, the 7 before, in any order) by their position in the week. */
export function pairDays(days: { day: string; total: string }[]): DayPair[] {
  const sorted = [...days].sort((a, b) => a.day.localeCompare(b.day))
  const latest = sorted.slice(-7)
  const earlier = sorted.slice(-14, -7)
  return latest.map(({ day, total }, index) => {
    // With fewer than seven earlier days they are aligned to the right, below the days they belong to.
    const before = earlier[index - (latest.length - earlier.length)]
    return { day, now: centimos(total), before: before ? centimos(before.total) : null }
  })
}

/**
 * Returns the sums of both weeks up to this moment: of the last day of the week before only the sales up to the same hour count.
 */
export function weekSoFar(pairs: readonly DayPair[], sameDayByNow: string | null) {
  const now = pairs.reduce((sum, pair) => sum + pair.now, 0)
  const before = pairs.reduce((sum, pair) => sum + (pair.before ?? 0), 0)
  const today = pairs.at(-1)?.before
  if (sameDayByNow === null || today == null) return { now, before }
  return { now, before: before - today + centimos(sameDayByNow) }
}

export interface WeekChange {
  direction: 'more' | 'less' | 'same'
  percent: number
}

/** Returns the change in whole percent; null where there is nothing to compare with. */
export function weekChangeOf(now: number, before: number): WeekChange | null {
  if (before === 0) return null
  const percent = Math.round(((now - before) / before) * 100)
  return { direction: percent > 0 ? 'more' : percent < 0 ? 'less' : 'same', percent: Math.abs(percent) }
}

/** Returns the scale of an axis: a round top above the largest value, and its four steps, in céntimos. */
export function axisOf(largest: number): number[] {
  const steps = 4
  const atLeast = Math.max(largest, 100_00) / steps
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= atLeast) ?? 10) * power
  return Array.from({ length: steps + 1 }, (_, index) => step * index)
}
