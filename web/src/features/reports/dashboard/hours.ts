/** These pure functions compare today with another day, hour by hour. */
import type { SoldSoFar } from '../../../api/model'
import { centimos, weekday } from '../../../ui/format'
import { type Bar, percentChange } from '../parts/bars'

/**
 * Returns a bar for each hour; the last one has not ended. Where nothing was sold on the other day there is nothing behind them.
 */
export function hourBars(sold: Pick<SoldSoFar, 'by_hour' | 'before'>): Bar[] {
  const compared = centimos(sold.before) !== 0
  return sold.by_hour.map(({ hour, total, before }, at) => {
    const [now, then] = [centimos(total), centimos(before)]
    const change = compared ? percentChange(now, then) : null
    return {
      key: String(hour),
      name: `${hour} h`,
      fullName: `${String(hour).padStart(2, '0')}:00`,
      now,
      before: compared ? then : null,
      change: change === null ? null : String(change),
      partial: at === sold.by_hour.length - 1,
    }
  })
}

/** Formats a day: `2026-11-16` → `Lunes 16` */
export function dayName(day: string): string {
  const name = weekday(day)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${Number(day.slice(-2))}`
}
