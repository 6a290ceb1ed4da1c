import { expect, it } from 'vitest'
import type { Table } from '../../api/model'
import { findMeant, shownTables } from './filters'

const table = (name: string, attendant_id: number | null, client = ''): Table => ({
  id: Number(name),
  salon_id: 1,
  name,
  seats: 4,
  x: 0,
  y: 0,
  width: 120,
  height: 112,
  shape: 'SQUARE',
  status: 'ACTIVE',
  status_table: attendant_id === null ? 'AVAILABLE' : 'OCCUPIED',
  client_request_id: null,
  request:
    attendant_id === null
      ? null
      : {
          id: 1,
          persons: 2,
          opened_at: '2026-11-21T13:00:00-05:00',
          attendant_id,
          attendant_name: 'Rosa',
          total: '64.00',
          due: '64.00',
          unsent_count: 0,
          held_count: 0,
          ready_count: 0,
          version: 1,
          client_name: client,
        },
})
const tables = [table('1', null), table('2', 7, 'Sra. Peñaloza'), table('3', 8)]
const names = (...args: [Parameters<typeof shownTables>[1], string]) =>
  shownTables(tables, args[0], args[1], 7, 'Mesa').map((shown) => shown.name)

it('shows all without a filter', () => expect(names(null, '')).toEqual(['1', '2', '3']))
it('shows those of a state', () => expect(names('AVAILABLE', '')).toEqual(['1']))
it('shows my own', () => expect(names('mine', '')).toEqual(['2']))
it('finds a client without accents', () => expect(names(null, 'penal')).toEqual(['2']))
it('finds a table as it is called', () => expect(names(null, 'mesa 3')).toEqual(['3']))

it('opens the table of that name, else the only one found', () => {
  const all = [table('1', null), table('13', 7, 'Rosa 1'), { ...table('21', null), name: 'Barra' }]
  const opened = (term: string) =>
    findMeant(shownTables(all, null, term, 7, 'Mesa'), [], term, 'Mesa', all)?.name
  expect(['1', 'mesa 1', '13', 'barra', 'rosa', 'mesa'].map(opened)).toEqual([
    '1',
    '1',
    '13',
    'Barra',
    '13',
    undefined,
  ])
})

it('opens that of the room which is shown where two rooms have a table of the same name', () => {
  const [inside, outside, other] = [1, 2, 3].map((id) => ({ ...table('1', null), id }))
  const opened = (shown: typeof tables) =>
    findMeant([inside, outside] as typeof tables, [], '1', 'Mesa', shown)
  expect(opened([outside] as typeof tables)).toBe(outside)
  expect(opened([other] as typeof tables)).toBeUndefined()
})
