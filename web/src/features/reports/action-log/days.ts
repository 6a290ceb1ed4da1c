import { businessDay } from '../../../ui/format'
import { plusDays } from '../../../ui/zone'

/** These are spans of business days, as text: `2026-11-21`. */
export const presets = ['today', 'yesterday', 'week', 'month'] as const
export type Preset = (typeof presets)[number]

/** Returns the first and last day of a preset. A week begins on Monday. */
export function daysOf(preset: Preset, now: number): [string, string] {
  const today = businessDay(now)
  if (preset === 'yesterday') return [plusDays(today, -1), plusDays(today, -1)]
  if (preset === 'week') {
    const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
    return [plusDays(today, -weekday), today]
  }
  if (preset === 'month') return [`${today.slice(0, 8)}01`, today]
  return [today, today]
}
