import { expect, it } from 'vitest'
import type { ReportCell, ReportTable } from '../../../api/model'
import { askedOf } from './asked'
import { cellText, mainColumn } from './cells'

it.each<[ReportCell, string]>([
  [null, '—'],
  [{ kind: 'TEXT', value: '2026-11' }, '2026-11'],
  [{ kind: 'MONEY', value: '1234567.50' }, '1,234,567.50'],
  [{ kind: 'MONEY', value: '-20.00' }, '−20.00'],
  [{ kind: 'UNIT_COST', value: '0.0125' }, '0.0125'],
  [{ kind: 'QUANTITY', value: '1250.5' }, '1,250.5'],
  [{ kind: 'QUANTITY', value: '-3' }, '−3'],
  [{ kind: 'PERCENT', value: '81' }, '81.0'],
  [{ kind: 'PERCENT', value: '-1250.5' }, '−1,250.5'],
  [{ kind: 'DAY', value: '2026-11-21' }, '21/11/2026'],
  [{ kind: 'MOMENT', value: '2026-11-21T13:05:42' }, '21/11/2026 13:05'],
])('a report shows %j as %s', (cell, text) => expect(cellText(cell)).toBe(text))

it('the figure beside the name is the first amount that is summed up', () => {
  const columns: ReportTable['columns'] = [
    { title: 'Día', kind: 'TEXT' },
    { title: 'Comprobantes', kind: 'QUANTITY' },
    { title: 'Costo', kind: 'MONEY' },
    { title: 'Total', kind: 'MONEY' },
  ]
  const sum: ReportCell = { kind: 'MONEY', value: '1.00' }
  expect(mainColumn({ columns, total: [null, null, null, sum] })).toBe(3)
  expect(mainColumn({ columns, total: [] })).toBe(2)
  expect(mainColumn({ columns: columns.slice(0, 2), total: [] })).toBe(1)
  expect(mainColumn({ columns: columns.slice(0, 1), total: [] })).toBe(-1)
})

it('a report is asked with the names that the server gives', () => {
  const base = { key: 'x', title: 'X', group: 'SALES' as const, file: '/x/file', screen: null }
  const asked = (input: 'DAYS' | 'MONTH' | 'DAY' | 'NOTHING', parameters: string[], address: string) =>
    askedOf({ ...base, input, parameters }, new URLSearchParams(address), '2026-11-25')
  const days = ['date_initialize', 'date_end']
  expect(asked('DAYS', days, '')).toEqual({ date_initialize: '2026-11-23', date_end: '2026-11-25' })
  expect(asked('DAYS', days, 'period=today')).toEqual({
    date_initialize: '2026-11-25',
    date_end: '2026-11-25',
  })
  expect(asked('MONTH', ['month'], '')).toEqual({ month: '2026-11' })
  expect(asked('MONTH', ['month'], 'month=2026-13')).toEqual({ month: '2026-11' })
  expect(asked('DAY', ['since'], '')).toEqual({})
  expect(asked('DAY', ['since'], 'day=2026-11-01')).toEqual({ since: '2026-11-01' })
  expect(asked('NOTHING', [], 'period=today')).toEqual({})
})
