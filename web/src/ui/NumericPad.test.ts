import { expect, it } from 'vitest'
import { typeKey } from './NumericPad'

const type = (keys: string[], decimals?: number) =>
  keys.reduce((value, key) => typeKey(value, key, decimals), '')

it.each([
  [['1', '2', '0'], '120'],
  [['0', '5'], '5'],
  [['.', '5', '0', '9'], '0.50'],
  [['1', '.', '.', '5'], '1.5'],
  [['1', '2', 'Backspace'], '1'],
  [['7', 'x'], '7'],
])('%j is %s', (keys, expected) => expect(type(keys)).toBe(expected))

it('stops at as many digits as there is room for', () => expect(typeKey('9999', '9', 0, 4)).toBe('9999'))

it('counts pieces without decimals', () => expect(type(['3', '.', '1'], 0)).toBe('31'))
