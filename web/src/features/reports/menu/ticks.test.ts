import { expect, it } from 'vitest'
import { ticksOf } from './ticks'

it('marks an axis at round figures', () => {
  expect(ticksOf(12, 448)).toEqual([100, 200, 300, 400])
  expect(ticksOf(817, 2630)).toEqual([1000, 1500, 2000, 2500])
  expect(ticksOf(0, 4)).toEqual([0, 1, 2, 3, 4])
  expect(ticksOf(5, 5)).toEqual([])
  // Zero has no sign: the axis would say -0.
  expect(ticksOf(-3, 42)).toEqual([0, 10, 20, 30, 40])
})
