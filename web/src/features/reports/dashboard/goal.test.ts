import { expect, it } from 'vitest'
import type { SalesGoal } from '../../../api/model'
import { isOtherNext, progressOf } from './goal'

const month = (changed: Partial<SalesGoal>): SalesGoal => ({
  month: '2026-11',
  sold: '18400.00',
  goal: '30000.00',
  percent: '61',
  left: '11600.00',
  days_left: 10,
  per_day: '1200.00',
  next_month: '2026-12',
  next_goal: '30000.00',
  is_next_set: false,
  ...changed,
})

it('tells how much is sold and what is missing', () =>
  expect(progressOf(month({}))).toEqual({
    goal: 3_000_000,
    percent: 61,
    filled: 61,
    missing: { left: 1_160_000, perDay: 120_000 },
    beyond: 0,
  }))

it('is not reached before its last céntimo', () => {
  expect(progressOf(month({ sold: '29999.99', percent: '99', left: '0.01' }))).toMatchObject({
    percent: 99,
    beyond: 0,
  })
  expect(progressOf(month({ sold: '30000.00', percent: '100', left: '0.00' }))).toMatchObject({
    percent: 100,
    missing: null,
  })
  expect(progressOf(month({ sold: '45000.00', percent: '150', left: '0.00' }))).toMatchObject({
    percent: 150,
    filled: 100,
    beyond: 1_500_000,
  })
})

it('fills nothing where more was taken back than sold', () =>
  expect(progressOf(month({ sold: '-5.00', percent: '-1', left: '30005.00' }))).toMatchObject({
    percent: -1,
    filled: 0,
  }))

it('is none without a goal', () => expect(progressOf(month({ goal: null }))).toBeNull())

it.each([
  ['30000.00', false],
  ['35000.00', true],
  [null, true],
])('with %s next month it is another: %s', (next_goal, other) =>
  expect(isOtherNext(month({ next_goal }))).toBe(other),
)
