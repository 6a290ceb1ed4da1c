import { expect, it } from 'vitest'
import { rateStates } from './rates'

it('one rate holds, what is later waits and what is earlier is past', () => {
  const rates = ['2027-01-01', '2026-11-21', '2022-09-01', '2011-03-01'].map((valid_from, id) => ({
    id,
    valid_from,
    percent: '18',
    name: 'General',
  }))
  const states = rateStates(rates, new Date(2026, 10, 21, 13).getTime())
  expect(states.map(({ state }) => state)).toEqual(['future', 'now', 'past', 'past'])
  expect(rateStates([], 0)).toEqual([])
})
