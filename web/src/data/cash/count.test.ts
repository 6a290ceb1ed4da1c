import { expect, it } from 'vitest'
import {
  beyondTolerance,
  cashTotal,
  countBody,
  isWithin,
  type Slot,
  scalePosition,
  scaleReach,
  uncounted,
  worstDifference,
} from './count'

const denominations = ['200.00', '1.00', '0.50']

it('adds pieces up', () =>
  expect(cashTotal(denominations, { 'd:200.00': '3', 'd:1.00': '31', 'd:0.50': '3' })).toBe(63250))

it('knows what was not counted, which is not zero', () => {
  const slots: Slot[] = [
    { kind: 'denomination', value: '1.00' },
    { kind: 'denomination', value: '0.50' },
    { kind: 'method', name: 'Plin' },
  ]
  expect(uncounted(slots, { 'd:1.00': '0' })).toEqual([slots[1], slots[2]])
})

it('sends every denomination and method', () =>
  expect(countBody(denominations, ['Yape'], { 'd:200.00': '2', 'm:Yape': '120.5' })).toEqual({
    denominations: { '200.00': '2', '1.00': '0', '0.50': '0' },
    counted: { Yape: '120.50' },
  }))

it('adds a full drawer up without losing a céntimo', () => {
  const all = ['200.00', '100.00', '50.00', '20.00', '10.00', '5.00', '2.00', '1.00', '0.50', '0.20', '0.10']
  expect(cashTotal(all, Object.fromEntries(all.map((each) => [`d:${each}`, '333'])))).toBe(333 * 38880)
})

it.each([
  [{ Efectivo: '-5.00', Yape: '5.00' }, true],
  [{ Efectivo: '-5.01' }, false],
  [{ Efectivo: '-20.00', Yape: '20.00' }, false],
])('each method is held to the tolerance for itself: %j', (differences, within) =>
  expect(isWithin(differences as unknown as Record<string, string>, 500)).toBe(within),
)

it('names the method that is off by the most', () => {
  expect(worstDifference({ Efectivo: '-12.40', Yape: '3.00' })).toEqual({ name: 'Efectivo', centimos: -1240 })
  expect(worstDifference({ Efectivo: '0.00' })).toBeNull()
})

it('keeps every difference on the scale', () => {
  expect(scaleReach(-1240, 500)).toBe(1500)
  expect(scalePosition(-1240, 1500)).toBeCloseTo(8.67)
  expect(scalePosition(0, 1500)).toBe(50)
  const reach = scaleReach(-99_000, 500)
  expect(scalePosition(-99_000, reach)).toBeGreaterThan(0)
})

it('tells what misses from what is too much, each beyond the tolerance', () =>
  expect(beyondTolerance({ Efectivo: '-23.00', Visa: '45.00', Yape: '0.50', Plin: '-7.00' }, 500)).toEqual({
    missing: [
      { name: 'Efectivo', centimos: -2_300 },
      { name: 'Plin', centimos: -700 },
    ],
    extra: [{ name: 'Visa', centimos: 4_500 }],
  }))
