import { expect, test } from 'vitest'
import {
  amountsOf,
  instalmentsOf,
  isAgreed,
  leftToDistribute,
  usualTerms,
  withAmount,
  withDay,
  withOneMore,
  withoutInstalment,
} from './credit'

const today = '2026-11-23'
const three = withOneMore(withOneMore(usualTerms(today), today), today)

test('all of it in a month, or the same each month to the céntimo', () => {
  expect(instalmentsOf(usualTerms(today), 8500)).toEqual([{ amount: '85.00', due_on: '2026-12-23' }])
  expect(three.days).toEqual(['2026-12-23', '2027-01-22', '2027-02-21'])
  expect(amountsOf(three, 10_000)).toEqual([3334, 3333, 3333])
  expect(amountsOf(withoutInstalment(three, 1), 10_000)).toEqual([5000, 5000])
})

test('amounts that somebody types come to it or are no agreement', () => {
  const typed = withAmount(three, 10_000, 0, '50')
  expect(amountsOf(typed, 10_000)).toEqual([5000, 3333, 3333])
  expect(leftToDistribute(typed, 10_000)).toBe(-1666)
  expect(isAgreed(typed, 10_000, today)).toBe(false)
  expect(isAgreed(withAmount(withAmount(typed, 10_000, 1, '25'), 10_000, 2, '25'), 10_000, today)).toBe(true)
})

test('days are to come, each after the one before', () => {
  expect(isAgreed(three, 10_000, today)).toBe(true)
  for (const [at, day] of [
    [0, today],
    [1, '2026-12-23'],
    [2, ''],
  ] as const)
    expect(isAgreed(withDay(three, at, day), 10_000, today)).toBe(false)
  expect(isAgreed(usualTerms(today), 0, today)).toBe(false)
})
