import { expect, test } from 'vitest'
import { decimalOf, millionths } from '../../ui/decimals'
import { costOf, fineUnit } from './cost'

const units = [
  { id: 1, equivalence: '1' },
  { id: 2, equivalence: '0.001' },
  { id: 3, equivalence: '12' },
]

test.each([
  ['48.00', 1, '200', 2, '9.60'],
  ['48.00', 1, '0.2', null, '9.60'],
  ['7.20', 3, '1', 1, '0.60'],
  ['0.10', 1, '3.333', 2, '0.000333'],
])('%s of unit %i, %s of unit %s costs %s', (cost, own, quantity, unit, total) => {
  const value = costOf({ unit_cost: cost, measurement_id: own }, units, quantity, unit)
  expect(value === null ? null : decimalOf(value, 2)).toBe(total)
})

test('a kitchen weighs by grams what is bought by kilograms, and counts what is bought by the dozen', () => {
  const [kilogram, , dozen] = units
  expect(fineUnit(kilogram, units)?.id).toBe(2)
  expect(fineUnit(dozen, units)).toBeUndefined()
  expect(fineUnit(undefined, units)).toBeUndefined()
})

test('unknown is not zero', () => {
  expect(costOf({ unit_cost: null, measurement_id: 1 }, units, '1', null)).toBeNull()
  expect(costOf({ unit_cost: '1', measurement_id: 1 }, units, '', null)).toBeNull()
  expect(costOf(undefined, units, '1', null)).toBeNull()
})

test.each(['0', '0.25', '38.5', '1234.000001'])('%s is read and written', (text) =>
  expect(decimalOf(millionths(text) ?? -1n)).toBe(text),
)
