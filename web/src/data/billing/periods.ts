/** Documents are listed by these periods, as spans of business days. */
export const periods = ['day', 'yesterday', 'month', 'lastMonth', 'all'] as const
export type Period = (typeof periods)[number]

const iso = (date: Date) => date.toISOString().slice(0, 10)

/** Returns the first and last day, both included; null means without an end. `today` is `2026-11-22`. */
export function spanOf(period: Period, today: string): { from: string | null; to: string | null } {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const at = (y: number, m: number, d: number) => iso(new Date(Date.UTC(y, m - 1, d)))
  switch (period) {
    case 'day':
      return { from: today, to: today }
    case 'yesterday':
      return { from: at(year, month, day - 1), to: at(year, month, day - 1) }
    case 'month':
      return { from: at(year, month, 1), to: null }
    case 'lastMonth':
      return { from: at(year, month - 1, 1), to: at(year, month, 0) }
    default:
      return { from: null, to: null }
  }
}
