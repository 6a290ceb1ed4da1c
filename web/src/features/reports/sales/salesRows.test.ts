import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import '../../../i18n/office'
import type { SalesReport, SalesReportRow, SalesSums } from '../../../api/model'
import i18next from '../../../i18n/i18n'
import { chartHeadline } from '../parts/bars'
import { barsOf, columnsOf, hoursFrom, sortRows } from './salesRows'
import { beforeText, belowText, daysText, isUnderWay, nameOf, titleText } from './salesTexts'

const t = i18next.t as TFunction

const sums = (total: string): SalesSums => ({
  documents: 1,
  accounts: 1,
  persons: 2,
  quantity: '1',
  total,
  net: total,
  average: total,
  per_person: null,
  margin: null,
  margin_percent: null,
  covered_percent: null,
})

const row = (
  key: string,
  name: string,
  total: string,
  before = '0',
  change: string | null = null,
): SalesReportRow => ({
  key,
  name,
  sums: sums(total),
  before,
  change_percent: change,
  share_percent: null,
})

const report = (rows: SalesReportRow[], more: Partial<SalesReport> = {}): SalesReport => ({
  start_date: '2026-11-16',
  end_date: '2026-11-22',
  before_start_date: '2026-11-09',
  before_end_date: '2026-11-15',
  by: 'DAY',
  is_partial: false,
  totals: sums('0'),
  before: sums('0'),
  rows,
  ...more,
})

const names = (rows: SalesReportRow[]) => rows.map((each) => each.name)

it('keeps the server’s order, with who has no name last', () => {
  const rows = [row('', '', '900'), row('2', 'Jorge', '100'), row('1', 'Rosa', '500')]
  expect(names(sortRows('WAITER', rows, null, (each) => each.name))).toEqual(['Jorge', 'Rosa', ''])
  expect(names(sortRows('WAITER', rows, '-total', (each) => each.name))).toEqual(['Rosa', 'Jorge', ''])
  expect(names(sortRows('WAITER', rows, 'name', (each) => each.name))).toEqual(['Jorge', 'Rosa', ''])
  expect(names(sortRows('WAITER', rows, 'nonsense', (each) => each.name))).toEqual(['Jorge', 'Rosa', ''])
})

it('puts what nobody knows after what is known', () => {
  const rows = [row('1', 'a', '1'), row('2', 'b', '1', '1', '-3'), row('3', 'c', '1', '1', '12.5')]
  expect(names(sortRows('PRODUCT', rows, 'change', (each) => each.name))).toEqual(['b', 'c', 'a'])
  expect(names(sortRows('PRODUCT', rows, '-change', (each) => each.name))).toEqual(['c', 'b', 'a'])
})

it('tells goods by units and margin, sales by documents and persons', () => {
  expect(columnsOf('PRODUCT')).toContain('margin')
  expect(columnsOf('WAITER')).not.toContain('quantity')
})

it('has a bar for every day, also for one without sales, and leaves the day that runs open', () => {
  const bars = barsOf(
    'DAY',
    report([row('2026-11-21', '', '12846.90', '9310', '38')], { is_partial: true }),
    '04:00',
    t,
  )
  expect(bars).toHaveLength(7)
  expect(bars[0]).toMatchObject({ key: '2026-11-16', name: 'lun 16', now: 0 })
  expect(bars[5]).toMatchObject({ now: 1284690, before: 931000, change: '38', fullName: 'Sábado 21/11' })
  expect(bars.map((bar) => bar.partial ?? false)).toEqual([false, false, false, false, false, false, true])
})

it('has the hours from the first to the last sale, after midnight at the end', () => {
  expect(hoursFrom('04:00').slice(-5)).toEqual(['23', '0', '1', '2', '3'])
  const day = { start_date: '2026-11-21', end_date: '2026-11-21' }
  const bars = barsOf(
    'HOUR',
    report([row('22', '', '10'), row('1', '', '5'), row('5', '', '0')], day),
    '04:00',
    t,
  )
  expect(bars.map((bar) => bar.key)).toEqual(['22', '23', '0', '1'])
})

it('says the answer in a sentence', () => {
  const rows = [row('2026-11-21', '', '12846.90', '9310', '38.02')]
  const weekly = report(rows)
  const bars = barsOf('DAY', weekly, '04:00', t)
  expect(titleText('DAY', chartHeadline(bars), weekly, t)).toBe('El sábado vendiste 38 % más que el anterior')
  const monthly = report(rows, {
    start_date: '2026-11-01',
    end_date: '2026-11-25',
    before_start_date: '2026-10-01',
    before_end_date: '2026-10-25',
  })
  expect(titleText('DAY', chartHeadline(barsOf('DAY', monthly, '04:00', t)), monthly, t)).toBe(
    'El sábado 21 vendiste 38 % más que el 21 de octubre',
  )
  expect(titleText('DAY', null, weekly, t)).toBe('Ventas por día')
  expect(belowText('DAY', ['2026-11-16', '2026-11-22'], t)).toBe(
    'Lunes y domingo fueron los únicos por debajo.',
  )
  expect(belowText('HOUR', ['3'], t)).toBe('')
})

it('says the hour and the weekday', () => {
  const day = report([row('13', '', '200', '100', '100')], {
    start_date: '2026-11-21',
    end_date: '2026-11-21',
    before_start_date: '2026-11-20',
    before_end_date: '2026-11-20',
  })
  expect(titleText('HOUR', chartHeadline(barsOf('HOUR', day, '04:00', t)), day, t)).toBe(
    'De 13 a 14 h vendiste 100 % más que el día anterior',
  )
  const long = report([row('6', '', '50', '100', '-50')], {
    start_date: '2026-09-01',
    before_start_date: '2026-06-01',
  })
  expect(titleText('WEEKDAY', chartHeadline(barsOf('WEEKDAY', long, '04:00', t)), long, t)).toBe(
    'Los sábados vendiste 50 % menos que en el periodo anterior',
  )
  expect(nameOf('WEEKDAY', { key: '1', name: '' }, t)).toBe('Lunes')
  expect(nameOf('WAITER', { key: '', name: '' }, t)).toBe('Sin mozo')
  expect(nameOf('CHANNEL', { key: 'ORDER', name: '' }, t)).toBe('Para llevar')
})

it('says the days, and what they are compared with', () => {
  expect(daysText('2026-11-16', '2026-11-22', '2026-11-25', t)).toBe('Lun 16 al dom 22 de noviembre')
  expect(daysText('2026-10-26', '2026-11-01', '2026-11-25', t)).toBe(
    'Lun 26 de octubre al dom 1 de noviembre',
  )
  expect(daysText('2025-11-21', '2025-11-21', '2026-11-25', t)).toBe('Viernes 21 de noviembre de 2025')
  expect(beforeText(report([]), t)).toBe('la semana anterior')
  const day = { start_date: '2026-11-21', end_date: '2026-11-21' }
  expect(
    beforeText(report([], { ...day, before_start_date: '2026-11-14', before_end_date: '2026-11-14' }), t),
  ).toBe('el sábado 14/11')
  const range = { start_date: '2026-10-31', end_date: '2026-11-29' }
  expect(
    beforeText(report([], { ...range, before_start_date: '2026-10-01', before_end_date: '2026-10-30' }), t),
  ).toBe('el periodo del 01/10 al 30/10')
  const soFar = { days: 'Dom 1 al lun 30 de noviembre', before: 'el periodo del 02/10 al 31/10' }
  expect(t('salesReport.comparedSoFar', soFar)).toBe(
    'Dom 1 al lun 30 de noviembre, hasta ahora, comparado con el periodo del 02/10 al 31/10 hasta la misma hora',
  )
  const year = { start_date: '2026-01-01', end_date: '2026-12-31' }
  expect(
    beforeText(report([], { ...year, before_start_date: '2025-01-01', before_end_date: '2025-12-31' }), t),
  ).toBe('el periodo del 01/01/2025 al 31/12/2025')
  expect(isUnderWay({ start_date: '2026-11-01', is_partial: true }, '2026-11-29')).toBe(true)
  // A period that lies ahead has no part that is over.
  expect(isUnderWay({ start_date: '2026-12-01', is_partial: true }, '2026-11-29')).toBe(false)
})
