import { expect, it } from 'vitest'
import { chartCutOf, daysIn, narrowedTo, openedText, readOpenedSales, readSales } from './salesFilters'

const today = '2026-11-25'
const read = (text: string) => readSales(new URLSearchParams(text), today)

it.each([
  ['', '2026-11-23', '2026-11-25', 'week'],
  ['period=today', '2026-11-25', '2026-11-25', 'today'],
  ['period=yesterday', '2026-11-24', '2026-11-24', 'yesterday'],
  ['period=lastWeek', '2026-11-16', '2026-11-22', 'lastWeek'],
  ['period=month', '2026-11-01', '2026-11-25', 'month'],
  ['period=lastMonth', '2026-10-01', '2026-10-31', 'lastMonth'],
  ['period=range&from=2026-11-21&to=2026-11-21', '2026-11-21', '2026-11-21', 'range'],
  // One end alone, nonsense, and the wrong order still are days.
  ['period=range&from=2026-11-21', '2026-11-21', '2026-11-21', 'range'],
  ['period=range&from=x', '2026-11-25', '2026-11-25', 'range'],
  ['period=range&from=2026-11-21&to=2026-11-20', '2026-11-21', '2026-11-21', 'range'],
  ['period=all', '2026-11-23', '2026-11-25', 'week'],
])('%s is from %s to %s', (text, start_date, end_date, preset) => {
  expect(read(text)).toMatchObject({ preset, asked: { start_date, end_date } })
})

it('reads filters, and leaves out what is none', () => {
  expect(read('channel=APP&cashier_id=4&attendant_id=x&billing_type_id=').asked).toEqual({
    start_date: '2026-11-23',
    end_date: '2026-11-25',
    channel: 'APP',
    cashier_id: '4',
  })
  expect(read('channel=TAXI').asked).not.toHaveProperty('channel')
})

it('reads by what the rows go and which one is open', () => {
  expect(read('')).toMatchObject({ by: 'WAITER', opened: null, hidden: [] })
  expect(read('by=PRODUCT&row=DAY:2026-11-21&hide=margin&hide=before')).toMatchObject({
    by: 'PRODUCT',
    opened: { cut: 'DAY', key: '2026-11-21' },
    hidden: ['margin', 'before'],
  })
  expect(readOpenedSales('DAY')).toBeNull()
  expect(readOpenedSales('NIGHT:3')).toBeNull()
  expect(openedText({ cut: 'HOUR', key: '14' })).toBe('HOUR:14')
})

it.each([
  ['2026-11-21', '2026-11-21', 1, 'HOUR'],
  ['2026-11-16', '2026-11-22', 7, 'DAY'],
  ['2026-10-01', '2026-10-31', 31, 'DAY'],
  ['2026-10-01', '2026-11-21', 52, 'WEEKDAY'],
])('%s to %s', (start_date, end_date, days, cut) => {
  expect(daysIn({ start_date, end_date })).toBe(days)
  expect(chartCutOf({ start_date, end_date })).toBe(cut)
})

it('asks for one row by the filters that there are', () => {
  const asked = { start_date: '2026-11-16', end_date: '2026-11-22', channel: 'TABLE' }
  expect(narrowedTo({ cut: 'DAY', key: '2026-11-21' }, asked)).toEqual({
    start_date: '2026-11-21',
    end_date: '2026-11-21',
    channel: 'TABLE',
  })
  expect(narrowedTo({ cut: 'WAITER', key: '4' }, asked)).toMatchObject({ attendant_id: '4' })
  expect(narrowedTo({ cut: 'WAITER', key: '' }, asked)).toBeNull()
  expect(narrowedTo({ cut: 'PRODUCT', key: '4' }, asked)).toBeNull()
})
