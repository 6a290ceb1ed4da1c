import { expect, it } from 'vitest'
import { axisOf, pairDays, weekChangeOf, weekSoFar } from './week'

const day = (n: number, total: string) => ({ day: `2026-11-${String(n).padStart(2, '0')}`, total })

it('pairs each day with the same day of the week before, whatever the order', () => {
  const days = Array.from({ length: 14 }, (_, index) => day(8 + index, `${index}.00`)).reverse()
  const pairs = pairDays(days)
  expect(pairs).toHaveLength(7)
  expect(pairs[0]).toEqual({ day: '2026-11-15', now: 700, before: 0 })
  expect(pairs[6]).toEqual({ day: '2026-11-21', now: 1300, before: 600 })
})

it('a young restaurant has no week before', () => {
  expect(pairDays([day(20, '5.00'), day(21, '7.50')])).toEqual([
    { day: '2026-11-20', now: 500, before: null },
    { day: '2026-11-21', now: 750, before: null },
  ])
})

it.each([
  [112, 100, { direction: 'more', percent: 12 }],
  [94, 100, { direction: 'less', percent: 6 }],
  [100, 100, { direction: 'same', percent: 0 }],
  [5, 0, null],
])('%i after %i', (now, before, expected) => expect(weekChangeOf(now, before)).toEqual(expected))

it.each([
  [984_000, [0, 250_000, 500_000, 750_000, 1_000_000]],
  [0, [0, 2500, 5000, 7500, 10_000]],
  [410_000, [0, 200_000, 400_000, 600_000, 800_000]],
])('an axis for %i', (largest, expected) => expect(axisOf(largest)).toEqual(expected))

it('of the day a week ago only what was sold by the same hour counts', () => {
  const pairs = [
    { day: '2026-11-20', now: 900_00, before: 800_00 },
    { day: '2026-11-21', now: 100_00, before: 700_00 },
  ]
  expect(weekSoFar(pairs, '150.00')).toEqual({ now: 1000_00, before: 950_00 })
  expect(weekSoFar(pairs, null)).toEqual({ now: 1000_00, before: 1500_00 })
})
