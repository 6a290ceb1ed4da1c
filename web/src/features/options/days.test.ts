import { describe, expect, it } from 'vitest'
import { businessDay, daysOf, plusDays } from './days'

const at = (text: string) => Date.parse(text)

describe('business days', () => {
  it('end at four in the morning in Lima', () => {
    expect(businessDay(at('2026-03-02T08:59:59Z'))).toBe('2026-03-01')
    expect(businessDay(at('2026-03-02T09:00:00Z'))).toBe('2026-03-02')
  })
  it('go over the ends of months', () => {
    expect(plusDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
  })
  it('make up today, yesterday, this week and this month', () => {
    const saturday = at('2026-11-21T17:00:00Z')
    expect(daysOf('today', saturday)).toEqual(['2026-11-21', '2026-11-21'])
    expect(daysOf('yesterday', saturday)).toEqual(['2026-11-20', '2026-11-20'])
    expect(daysOf('week', saturday)).toEqual(['2026-11-16', '2026-11-21'])
    expect(daysOf('month', saturday)).toEqual(['2026-11-01', '2026-11-21'])
    expect(daysOf('week', at('2026-11-23T03:00:00Z'))).toEqual(['2026-11-16', '2026-11-22'])
  })
})
