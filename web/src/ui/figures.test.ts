import { describe, expect, it, test } from 'vitest'
import { aligned, decimalsIn, fullness, plain, unitCost } from './figures'

describe('figures of the store room', () => {
  it('writes what a unit costs with the decimals that say something', () => {
    expect(unitCost('31.578947')).toBe('31.58')
    expect(unitCost('0.034211')).toBe('0.0342')
    expect(unitCost('0.5')).toBe('0.50')
  })
  it('puts the quantities of a column in line', () => {
    const column = ['8.200000', '20.000000', null]
    expect(decimalsIn(column)).toBe(1)
    expect(aligned('20.000000', decimalsIn(column))).toBe('20.0')
    expect(decimalsIn(['0.123456'])).toBe(3)
    expect(plain('-0.400000')).toBe('−0.4')
  })
})

test.each([
  ['-0.4', '2', 0],
  ['7.5', '15', 0.25],
  ['15', '15', 0.5],
  ['260', '100', 1],
  ['3', '0', 1],
])('%s of at least %s fills %d of the bar', (stock, min, full) => expect(fullness(stock, min)).toBe(full))
