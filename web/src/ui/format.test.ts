import { afterEach, describe, expect, it } from 'vitest'
import searches from '../../../server/crates/base/src/search/cases.json'
import { house, setHouse } from '../session/house'
import {
  amount,
  centimos,
  charged,
  decimal,
  initials,
  lastTimeAt,
  minutes,
  money,
  phoneText,
  priceCentimos,
  searchKey,
} from './format'

const lima = house()
afterEach(() => setHouse(lima))

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

  it('keeps the third decimal of a price, and charges whole céntimos', () => {
    expect(money(priceCentimos('12.345'))).toBe('S/\u00a012.345')
    expect(money(priceCentimos('12.340'))).toBe('S/\u00a012.34')
    expect(decimal(priceCentimos('0.125'))).toBe('0.125')
    expect(amount(charged(priceCentimos('12.345'), 1))).toBe('12.35')
    expect(amount(charged(priceCentimos('12.345'), 2))).toBe('24.69')
  })

  it('groups thousands and keeps two decimals', () => {
    expect(money(123450)).toBe('S/\u00a01,234.50')
    expect(amount(-1240)).toBe('−12.40')
  })
})

describe('words', () => {
  it('says minutes and hours', () => {
    expect(minutes(42)).toBe('42 min')
    expect(minutes(72)).toBe('1 h 12')
  })
  it('knows when it was last so late', () => {
    // It is 10:30 in Lima.
    const now = Date.UTC(2026, 10, 22, 15, 30)
    expect(lastTimeAt('10:05', now)).toBe('2026-11-22T15:05:00.000Z')
    expect(lastTimeAt('2350', now)).toBe('2026-11-22T04:50:00.000Z')
    expect(lastTimeAt('25:00', now)).toBeNull()
    expect(lastTimeAt('ayer', now)).toBeNull()
  })
  it.each([
    ['Europe/Madrid', '2026-10-25T02:40:00+01:00', '02:30', '2026-10-25T02:30:00+01:00'],
    ['Europe/Madrid', '2026-10-25T02:10:00+01:00', '02:30', '2026-10-25T02:30:00+02:00'],
    ['Europe/Madrid', '2026-10-25T10:00:00+01:00', '23:15', '2026-10-24T23:15:00+02:00'],
    ['Europe/Madrid', '2026-03-29T10:00:00+02:00', '01:30', '2026-03-29T01:30:00+01:00'],
    ['America/Sao_Paulo', '2026-11-22T00:10:00-03:00', '23:50', '2026-11-21T23:50:00-03:00'],
  ])('in %s at %s it was last %s at %s', (time_zone, now, time, last) => {
    setHouse({ ...lima, time_zone })
    expect(lastTimeAt(time, Date.parse(now))).toBe(new Date(last).toISOString())
  })
  it('takes two initials', () => expect(initials('Rosa María Quispe')).toBe('RM'))
  it.each(Object.values(searches).flat())('searches %j as %j, as the server does', (text, key) => {
    expect(searchKey(text as string)).toBe(key)
  })
})

it.each([
  ['955632147', '955 632 147'],
  ['955 632 147', '955 632 147'],
  ['(01) 555 1234', '(01) 555 1234'],
  ['', ''],
])('shows the telephone %s as "%s"', (typed, shown) => expect(phoneText(typed)).toBe(shown))
