import { plusDays } from '../zone'

/** These spans of business days are offered most often. */
export const presets = ['today', 'yesterday', 'week', 'month'] as const
/** Reports also offer spans that have ended, because people compare them. */
export const reportPresets = ['today', 'yesterday', 'week', 'lastWeek', 'month', 'lastMonth'] as const
export type Preset = (typeof reportPresets)[number]

export interface Span {
  from: string | null
  to: string | null
}

/** Returns the first and last day, both included; `today` is `2026-11-21`. A week begins on Monday. */
export function spanOf(preset: Preset, today: string): Span {
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: plusDays(today, -1), to: plusDays(today, -1) }
    case 'week':
      return { from: mondayOf(today), to: today }
    case 'lastWeek':
      return { from: plusDays(mondayOf(today), -7), to: plusDays(mondayOf(today), -1) }
    case 'lastMonth': {
      const last = plusDays(`${today.slice(0, 8)}01`, -1)
      return { from: `${last.slice(0, 8)}01`, to: last }
    }
    default:
      return { from: `${today.slice(0, 8)}01`, to: today }
  }
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return plusDays(day, -((weekday + 6) % 7))
}

const isDay = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null)

/** Reads a span from the address: a preset, or two days; if there is none, the default. */
export function readSpan(
  params: URLSearchParams,
  today: string,
  usual: Preset | 'all' = 'month',
): Span & { preset: Preset | 'all' | 'range' } {
  if (params.get('period') === 'range')
    return { preset: 'range', from: isDay(params.get('from')), to: isDay(params.get('to')) }
  const preset = reportPresets.find((each) => each === params.get('period')) ?? usual
  if (preset === 'all') return { preset, from: null, to: null }
  return { preset, ...spanOf(preset, today) }
}
