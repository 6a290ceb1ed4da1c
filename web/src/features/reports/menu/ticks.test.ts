import { expect, it } from 'vitest'
import { ticksOf } from './ticks'

it('marks an axis at round figures', () => {
  expect(ticksOf(12, 448, 1)).toEqual([100, 200, 300, 400])
  expect(ticksOf(817, 2630, 1)).toEqual([1000, 1500, 2000, 2500])
  expect(ticksOf(0, 4, 1)).toEqual([0, 1, 2, 3, 4])
  expect(ticksOf(5, 5, 1)).toEqual([])
  // Two ticks with the same label are one.
  expect(ticksOf(2, 3.2, 1)).toEqual([2, 3])
  expect(ticksOf(770, 930, 100)).toEqual([800, 900])
  // Zero has no sign: the axis would say -0.
  expect(ticksOf(-3, 42, 1)).toEqual([0, 10, 20, 30, 40])
})
