import { describe, expect, it } from 'vitest'
import { lastMonths, monthText } from './months'

describe('months', () => {
  it('are named as people say them', () => expect(monthText('2026-11')).toBe('Noviembre de 2026'))
  it('go back over the turn of a year', () =>
    expect(lastMonths('2027-02-14', 4)).toEqual(['2027-02', '2027-01', '2026-12', '2026-11']))
})
