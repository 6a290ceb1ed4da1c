import { expect, test } from 'vitest'
import { accepts, normalizeTyped, tidy } from './decimals'

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

test.each([
  [' 1 2,5', 2, '12.5'],
  ['1,234', 2, '1234'],
  ['1,234', 3, '1.234'],
  ['1,234.56', 3, '1234.56'],
  ['1,234,567', 3, '1234567'],
  ['-1,234.5', 2, '-1234.5'],
  ['12,34.5', 2, '12.34.5'],
])('%s with %i decimals is typed for %s', (text, decimals, read) =>
  expect(normalizeTyped(text, decimals)).toBe(read),
)
