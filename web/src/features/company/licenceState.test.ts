import { expect, it } from 'vitest'
import { licenceState } from './licenceState'

const now = new Date('2026-11-22T03:00:00Z') // still the 21st in Lima
const of = (license_until: string | null, license_active = true, switched_on = true) =>
  licenceState({ license_until, license_active, switched_on }, now)

it.each([
  [of(null), { key: 'endless', tone: 'good', day: '', left: null }],
  [of('2027-11-21'), { key: 'until', tone: 'good', day: '21/11/2027', left: null }],
  [of('2026-11-21'), { key: 'until', tone: 'warning', day: '21/11/2026', left: 0 }],
  [of('2026-12-06'), { key: 'until', tone: 'warning', day: '06/12/2026', left: 15 }],
  [of('2026-11-20', false), { key: 'ended', tone: 'bad', day: '20/11/2026', left: null }],
])('%o', (state, expected) => expect(state).toEqual(expected))

it('is off whatever its last day', () => expect(of('2027-01-01', false, false).key).toBe('off'))
