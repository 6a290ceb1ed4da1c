import { expect, it } from 'vitest'
import { licenceState } from './licenceState'

const of = (license_until: string | null, days_left: number | null, active = true, switched_on = true) =>
  licenceState({ license_until, days_left, license_active: active, switched_on })

it.each([
  [of(null, null), { key: 'endless', tone: 'good', day: '', left: null }],
  [of('2027-11-21', 365), { key: 'until', tone: 'good', day: '21/11/2027', left: null }],
  [of('2026-11-21', 0), { key: 'until', tone: 'warning', day: '21/11/2026', left: 0 }],
  [of('2026-12-06', 15), { key: 'until', tone: 'warning', day: '06/12/2026', left: 15 }],
  [of('2026-11-20', -1, false), { key: 'ended', tone: 'bad', day: '20/11/2026', left: null }],
])('%o', (state, expected) => expect(state).toEqual(expected))

it('is off whatever its last day', () => expect(of('2027-01-01', 41, false, false).key).toBe('off'))
