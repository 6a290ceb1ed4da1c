import { describe, expect, it } from 'vitest'
import { amount, centimos, decimal, initials, minutes, money, searchKey } from './format'

describe('money', () => {
  it.each([
    ['38.00', 3800],
    ['38', 3800],
    ['38.005', 3801],
    ['38.004', 3800],
    ['-12.70', -1270],
    ['0.1', 10],
    [null, 0],
  ])('reads %s as %i céntimos', (text, expected) => expect(centimos(text)).toBe(expected))

  it.each([0, 5, 100, 123450, -1270])('writes %i so that it reads back the same', (value) =>
    expect(centimos(decimal(value))).toBe(value),
  )

  it('groups thousands and keeps two decimals', () => {
    expect(money(123450)).toBe('S/ 1,234.50')
    expect(amount(-1240)).toBe('−12.40')
  })
})

describe('words', () => {
  it('says minutes and hours', () => {
    expect(minutes(42)).toBe('42 min')
    expect(minutes(72)).toBe('1 h 12')
  })
  it('takes two initials', () => expect(initials('Rosa María Quispe')).toBe('RM'))
  it('searches without accents', () => expect(searchKey('Ají de Gallina')).toBe('aji de gallina'))
})
