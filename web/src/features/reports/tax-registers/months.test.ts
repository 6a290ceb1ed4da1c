import { expect, it } from 'vitest'
import { inYear, monthsOffered, readMonth, textOf, yearsOffered } from './months'

const today = '2026-11-22'

it('begins with the last month that is over, also in January', () => {
  expect(readMonth(null, today)).toEqual({ year: 2026, month: 10 })
  expect(readMonth(null, '2027-01-03')).toEqual({ year: 2026, month: 12 })
})

it('takes the month of the address, and nothing that is none', () => {
  expect(readMonth('2025-03', today)).toEqual({ year: 2025, month: 3 })
  for (const text of ['2025-13', '2025-00', '1999-05', '2025-3', 'marzo'])
    expect(textOf(readMonth(text, today))).toBe('2026-10')
})

it('offers what has begun, and always what is chosen', () => {
  expect(monthsOffered({ year: 2026, month: 3 }, today)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(monthsOffered({ year: 2026, month: 12 }, today)).toHaveLength(12)
  expect(monthsOffered({ year: 2025, month: 3 }, today)).toHaveLength(12)
  expect(yearsOffered({ year: 2026, month: 3 }, today)).toEqual([2026, 2025, 2024, 2023, 2022, 2021])
  expect(yearsOffered({ year: 2010, month: 3 }, today).at(-1)).toBe(2010)
})

it('keeps the month in another year, where it has begun', () => {
  expect(inYear({ year: 2025, month: 12 }, 2026, today)).toEqual({ year: 2026, month: 11 })
  expect(inYear({ year: 2026, month: 2 }, 2024, today)).toEqual({ year: 2024, month: 2 })
})
