/** Business days of the company, as text: `2026-11-21`. They begin at four in the morning in Lima. */

const zone = 'America/Lima'
const startsAtHour = 4
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

export const businessDay = (now: number) => dayFormat.format(new Date(now - startsAtHour * 3_600_000))

/** A day so many days later, or earlier. */
export function plusDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

export const presets = ['today', 'yesterday', 'week', 'month'] as const
export type Preset = (typeof presets)[number]

/** First and last day of a preset. A week begins on Monday. */
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
