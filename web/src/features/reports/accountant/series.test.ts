import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import '../../../i18n/office'
import i18next from '../../../i18n/i18n'
import { namedOf, placesOf } from '../parts/LineChart'
import {
  dayBars,
  marginPoints,
  marginTitle,
  monthBars,
  salesReportPath,
  seriesTitle,
  weekBars,
  yearBars,
} from './series'

const t = i18next.t as TFunction
const today = '2026-11-22'

const months = [
  ['2026-06', '162000.00', '158000.00'],
  ['2026-07', '213400.00', '188800.00'],
  ['2026-08', '175000.00', '171000.00'],
  ['2026-11', '149620.00', '137100.00'],
].map(([month = '', total = '', year_before = '']) => ({ month, total, year_before, documents: 1 }))

it('says the best month and how it was a year before', () => {
  const bars = monthBars(months, today)
  expect(seriesTitle('months', bars, t)).toMatch(
    /^Julio fue el mejor mes: .*213,400\.00, 13 % más que en 2025$/,
  )
  expect(bars.at(-1)).toMatchObject({ partial: true, name: 'nov', fullName: 'Noviembre 2026', change: '9.1' })
})

it('is plain where nothing stands out', () => {
  const even = months.map((each) => ({ ...each, total: '100' }))
  expect(seriesTitle('months', monthBars(even, today), t)).toBe('Ventas por mes')
  expect(seriesTitle('years', yearBars([{ year: 2026, total: '5', documents: 1 }], today), t)).toBe(
    'Ventas por año',
  )
})

it('names days and weeks', () => {
  const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'].map((date, at) => ({
    date,
    total: at === 2 ? '900' : '100',
    documents: 1,
  }))
  const bars = dayBars(days, today)
  expect(bars.map((bar) => bar.name)).toEqual(['jue 19', 'vie 20', 'sáb 21', 'dom 22'])
  expect(bars.at(-1)?.partial).toBe(true)
  expect(seriesTitle('days', bars, t)).toMatch(/^El mejor día fue el sábado 21: /)
  const [week] = weekBars(
    [{ week_start: '2026-11-16', week_end: '2026-11-22', total: '1', documents: 1 }],
    today,
    t,
  )
  expect(week).toMatchObject({ name: '16/11', fullName: 'Semana del 16/11 al 22/11', partial: true })
})

it.each([
  [['62.1', '60.2', '63.4'], 'El margen sube desde febrero'],
  [['60.1', '64.2', '61.4'], 'El margen baja desde febrero'],
  [['62.1', '62.4', '62.2'], 'Margen por mes'],
  [['62.1', null, '66'], 'Margen por mes'],
])('%j: %s', (values, title) => {
  const rows = values.map((margin_percent, at) => ({
    month: `2026-0${at + 1}`,
    net: '1',
    cost: '1',
    margin: '1',
    margin_percent,
    covered_percent: null,
  }))
  expect(marginTitle(marginPoints(rows), t)).toBe(title)
})

it.each([
  ['days', '2026-11-21', 'from=2026-11-21&to=2026-11-21'],
  ['weeks', '2026-11-16', 'from=2026-11-16&to=2026-11-22'],
  ['months', '2026-02', 'from=2026-02-01&to=2026-02-28'],
  ['months', '2026-11', 'from=2026-11-01&to=2026-11-22'],
  ['years', '2025', 'from=2025-01-01&to=2025-12-31'],
] as const)('%s %s leads to %s', (of, key, span) => expect(salesReportPath(of, key, today)).toContain(span))

it('has a gap where a margin is not known, and writes the ends and the extremes', () => {
  const points = [5, null, 1, 3].map((value, at) => ({ key: String(at), name: '', fullName: '', value }))
  expect(placesOf(points)).toEqual([0.9, null, 0.15, 0.525])
  expect([...namedOf(points)].sort()).toEqual(['0', '2', '3'])
})
