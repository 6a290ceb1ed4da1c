import { describe, expect, it, test } from 'vitest'
import { businessDayIn, instantIn, localIn, plusDays } from './zone'

const at = (text: string) => Date.parse(text)

describe.each([
  ['America/Lima', '2026-11-21T20:30:00-05:00'],
  ['America/Sao_Paulo', '2026-11-21T20:30:00-03:00'],
  ['Europe/Madrid', '2026-11-21T20:30:00+01:00'],
  ['Asia/Kolkata', '2026-11-21T20:30:00+05:30'],
])('in %s', (zone, written) => {
  it('what the clocks show becomes the time, and back', () => {
    expect(localIn(zone, at(written))).toEqual({ date: '2026-11-21', time: '20:30' })
    expect(instantIn(zone, { date: '2026-11-21', time: '20:30' })).toBe(at(written))
  })
  it('a business day lasts until its hour of the next morning', () => {
    const offset = written.slice(19)
    expect(businessDayIn(zone, '04:00', at(`2026-11-22T03:59:00${offset}`))).toBe('2026-11-21')
    expect(businessDayIn(zone, '04:00', at(`2026-11-22T04:00:00${offset}`))).toBe('2026-11-22')
    expect(businessDayIn(zone, '00:00', at(`2026-11-22T00:00:00${offset}`))).toBe('2026-11-22')
  })
})

describe('where the clocks change', () => {
  const madrid = 'Europe/Madrid'
  it('summer has its own hour', () => {
    expect(instantIn(madrid, { date: '2026-08-15', time: '20:30' })).toBe(at('2026-08-15T20:30:00+02:00'))
  })
  it('an hour that comes twice is the first one', () => {
    expect(instantIn(madrid, { date: '2026-10-25', time: '02:30' })).toBe(at('2026-10-25T02:30:00+02:00'))
    expect(instantIn(madrid, { date: '2026-10-25', time: '03:30' })).toBe(at('2026-10-25T03:30:00+01:00'))
  })
  it('an hour that is left out is the one after', () => {
    expect(localIn(madrid, instantIn(madrid, { date: '2026-03-29', time: '02:30' })).time).toBe('03:30')
  })
  it('the business day of that night is the evening before', () => {
    expect(businessDayIn(madrid, '04:00', at('2026-10-25T02:30:00+01:00'))).toBe('2026-10-24')
    expect(businessDayIn(madrid, '04:00', at('2026-03-29T03:30:00+02:00'))).toBe('2026-03-28')
  })
})

test('days are counted over the ends of months', () => {
  expect(plusDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
})
