import { expect, it } from 'vitest'
import { dayName, hourBars } from './hours'

const by_hour = [
  { hour: 13, total: '84.00', before: '56.00' },
  { hour: 14, total: '0.00', before: '0.00' },
]

it('says of each hour what it is compared with, and that the last one has not ended', () =>
  expect(hourBars({ by_hour, before: '56.00' })).toEqual([
    { key: '13', name: '13 h', fullName: '13:00', now: 8400, before: 5600, change: '50', partial: false },
    { key: '14', name: '14 h', fullName: '14:00', now: 0, before: 0, change: null, partial: true },
  ]))

it('compares with nothing where nothing was sold then', () =>
  expect(hourBars({ by_hour, before: '0.00' }).map((bar) => bar.before)).toEqual([null, null]))

it('calls a day by its name', () => expect(dayName('2026-11-16')).toBe('Lunes 16'))
