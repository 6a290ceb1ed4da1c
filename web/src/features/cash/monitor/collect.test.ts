import { expect, it } from 'vitest'
import type { ToCollect } from '../../../api/model'
import { numberOf, sortToCollect } from './collect'

const account = (label: string, opened_at: string, billed_at: string | null = null) =>
  ({ label, opened_at, billed_at }) as ToCollect

it('has who asked for the bill on top, then who is there longest', () => {
  const rows = [
    account('Mesa 6', '2026-11-23T19:24:00Z'),
    account('Mesa 15', '2026-11-23T18:38:00Z', '2026-11-23T19:33:00Z'),
    account('Mesa 3', '2026-11-23T17:31:00Z'),
    account('Mesa 8', '2026-11-23T18:02:00Z', '2026-11-23T19:24:00Z'),
  ]
  expect(sortToCollect(rows).map((row) => row.label)).toEqual(['Mesa 8', 'Mesa 15', 'Mesa 3', 'Mesa 6'])
})

it('calls a table by its number, and nothing else', () => {
  expect(numberOf({ type: 'TABLE', label: 'Mesa 12' })).toBe('12')
  expect(numberOf({ type: 'TABLE', label: 'Barra' })).toBeUndefined()
  expect(numberOf({ type: 'ORDER', label: 'LLEVAR #18' })).toBeUndefined()
})
