import { expect, it } from 'vitest'
import type { PurchaseRow } from '../../../api/model'
import { boughtByTime } from './days'

const row = (date: string, total: string, status = 'ACTIVE') => ({ date, total, status }) as PurchaseRow

it('adds purchases up by day, and what was voided counts for nothing', () => {
  const rows = [row('2026-11-02', '10.10'), row('2026-11-02', '0.20'), row('2026-11-03', '5.00', 'VOIDED')]
  expect([...boughtByTime(rows, '2026-11-01', '2026-11-03')]).toEqual([
    ['2026-11-01', 0],
    ['2026-11-02', 1030],
    ['2026-11-03', 0],
  ])
})

it('goes by months where there are many days', () => {
  const rows = [row('2026-09-30', '6.50'), row('2026-11-02', '10.00')]
  expect([...boughtByTime(rows, '2026-09-01', '2026-11-30')]).toEqual([
    ['2026-09', 650],
    ['2026-10', 0],
    ['2026-11', 1000],
  ])
})
