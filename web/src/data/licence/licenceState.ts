import type { Licence } from '../../api/model'
import { dayText } from '../../ui/format'

export interface LicenceState {
  key: 'active' | 'off' | 'ended' | 'endless' | 'until'
  tone: 'good' | 'warning' | 'bad'
  /** The last day, as text. */
  day: string
  /** The days that are left, where they are few; else null. */
  left: number | null
}

const few = 15

/** Returns the state of a licence, which chooses the words to show. */
export function licenceState(
  licence: Pick<Licence, 'license_active' | 'switched_on' | 'license_until' | 'days_left'>,
): LicenceState {
  const day = dayText(licence.license_until ?? '')
  if (!licence.switched_on) return { key: 'off', tone: 'bad', day, left: null }
  if (!licence.license_until) return { key: 'endless', tone: 'good', day: '', left: null }
  if (!licence.license_active) return { key: 'ended', tone: 'bad', day, left: null }
  const left = licence.days_left ?? 0
  return left <= few
    ? { key: 'until', tone: 'warning', day, left }
    : { key: 'until', tone: 'good', day, left: null }
}
