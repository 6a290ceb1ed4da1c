import { expect, test } from 'vitest'
import { accepts, tidy, typed } from './decimals'

test.each([
  ['', 2, true],
  ['38.5', 2, true],
  ['38.555', 2, false],
  ['38.555', 3, true],
  ['-1', 2, true],
  ['1-1', 2, false],
  ['1e3', 2, false],
  ['1.', 0, false],
  ['1234567890', 2, false],
])('%s with %i decimals: %s', (text, decimals, may) => expect(accepts(text, decimals)).toBe(may))

test.each([
  ['', 2, ''],
  ['.', 2, ''],
  ['-', 2, ''],
  ['-.5', 2, '-0.50'],
  ['-38', 2, '-38.00'],
  ['38', 2, '38.00'],
  ['.5', 2, '0.50'],
  ['007', 2, '7.00'],
  ['38.500', 2, '38.50'],
  ['38.125', 2, '38.125'],
  ['2.000', 0, '2'],
  ['0.250', 0, '0.25'],
])('%s is left as %s', (text, least, left) => expect(tidy(text, least as number)).toBe(left))

test('a comma is a point', () => expect(typed(' 1 2,5')).toBe('12.5'))
