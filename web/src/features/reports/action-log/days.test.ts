import { describe, expect, it } from 'vitest'
import { daysOf } from './days'

const at = (text: string) => Date.parse(text)

describe('business days', () => {
  it('make up today, yesterday, this week and this month', () => {
    const saturday = at('2026-11-21T17:00:00Z')
    expect(daysOf('today', saturday)).toEqual(['2026-11-21', '2026-11-21'])
    expect(daysOf('yesterday', saturday)).toEqual(['2026-11-20', '2026-11-20'])
    expect(daysOf('week', saturday)).toEqual(['2026-11-16', '2026-11-21'])
    expect(daysOf('month', saturday)).toEqual(['2026-11-01', '2026-11-21'])
    expect(daysOf('week', at('2026-11-23T03:00:00Z'))).toEqual(['2026-11-16', '2026-11-22'])
  })
})
