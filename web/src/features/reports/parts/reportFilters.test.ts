import { expect, it } from 'vitest'
import { readReport } from './reportFilters'

const read = (text: string) => readReport(new URLSearchParams(text), '2026-11-26', ['user_id', 'reason'])

it('reads days and filters from the address, and nothing else', () => {
  expect(read('')).toEqual({ preset: 'week', asked: { start_date: '2026-11-23', end_date: '2026-11-26' } })
  expect(read('period=range&from=2026-11-20&to=2026-11-10&user_id=4&page=3&reason=')).toEqual({
    preset: 'range',
    asked: { start_date: '2026-11-20', end_date: '2026-11-20', user_id: '4' },
  })
})
