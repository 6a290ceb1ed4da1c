import type { Licence } from '../../app/licence'

export interface LicenceState {
  key: 'active' | 'off' | 'ended' | 'endless' | 'until'
  tone: 'good' | 'warning' | 'bad'
  /** The last day, as people read it. */
  day: string
  /** Days that are left, where they are few. */
  left: number | null
}

const few = 15
const dayMs = 86_400_000

/** What to say of a licence. Its days are those of Lima, where the contract was signed. */
export function licenceState(
  licence: Pick<Licence, 'license_active' | 'switched_on' | 'license_until'>,
  now: Date,
): LicenceState {
  const [year, month, date] = licence.license_until?.split('-') ?? []
  const day = `${date}/${month}/${year}`
  if (!licence.switched_on) return { key: 'off', tone: 'bad', day, left: null }
  if (!licence.license_until) return { key: 'endless', tone: 'good', day: '', left: null }
  if (!licence.license_active) return { key: 'ended', tone: 'bad', day, left: null }
  const today = new Date(now.getTime() - 5 * 3_600_000).toISOString().slice(0, 10)
  const left = Math.round((Date.parse(licence.license_until) - Date.parse(today)) / dayMs)
  return left <= few
    ? { key: 'until', tone: 'warning', day, left }
    : { key: 'until', tone: 'good', day, left: null }
}
