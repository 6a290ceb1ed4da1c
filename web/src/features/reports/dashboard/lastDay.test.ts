import { expect, it } from 'vitest'
import { isMorning, placeOf, voidsOf } from './lastDay'

it.each([
  ['0.00', 0, true],
  ['28.00', 1, false],
  // Only sales of another day were voided.
  ['-28.00', 0, false],
])('with %s of %i accounts it is morning: %s', (total, accounts, morning) =>
  expect(isMorning({ sold: { total, accounts }, room: [], late_dishes: '0' })).toBe(morning),
)

it('is no morning any more while guests sit there or a dish is late, though nobody paid yet', () => {
  const sold = { total: '0.00', accounts: 0 }
  expect(isMorning({ sold, room: [{ name: 'Rosa' }], late_dishes: '0' })).toBe(false)
  expect(isMorning({ sold, room: [], late_dishes: '0.5' })).toBe(false)
})

it.each([
  ['2026-11-28', 'yesterday'],
  ['2026-11-27', 'week'],
  ['2026-11-23', 'week'],
  // It is the same weekday as today: its name alone would be taken for today.
  ['2026-11-22', 'long'],
  ['2025-11-28', 'long'],
])('%s is %s on the 29th', (day, place) => expect(placeOf(day, '2026-11-29', '2026-11-29')).toBe(place))

it('yesterday of the first of a year is of the year before', () =>
  expect(placeOf('2026-12-31', '2027-01-01', '2027-01-01')).toBe('yesterday'))

it('after midnight nothing is called yesterday as long as the business day goes on', () =>
  expect(placeOf('2026-11-28', '2026-11-29', '2026-11-30')).toBe('week'))

it('tells what was taken off and taken back, and nothing that was given away', () => {
  const act = (kind: 'LINE_MADE' | 'COURTESY' | 'VOIDED') => ({
    kind,
    count: 1,
    amount: '1.00',
    cost: '0.00',
  })
  const acts = [act('LINE_MADE'), act('COURTESY'), act('VOIDED')]
  expect(voidsOf({ acts }).map((each) => each.kind)).toEqual(['LINE_MADE', 'VOIDED'])
})
