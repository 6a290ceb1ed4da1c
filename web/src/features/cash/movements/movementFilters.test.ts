import { expect, it } from 'vitest'
import type { ListState } from '../../../ui/list/address'
import { movementsQueryOf } from './movementFilters'

const state = (filters: ListState['filters'] = {}): ListState => ({
  term: '',
  sort: null,
  page: 3,
  filters,
  open: null,
})
const days = { from: '2026-11-01', to: '2026-11-21' }

it('asks for both kinds unless somebody says otherwise', () => {
  expect(movementsQueryOf(state(), days, 20).asked).toEqual({
    page: 3,
    per_page: 20,
    term: null,
    status: null,
    movement_type: null,
    start_date: '2026-11-01',
    end_date: '2026-11-21',
    user_id: null,
  })
})

it.each([
  [{ movement_type: ['EXPENSE'] }, { movement_type: 'EXPENSE', status: null }],
  [{ movement_type: ['ENTRY'] }, { movement_type: 'ENTRY', status: null }],
  [{ movement_type: ['nonsense'] }, { movement_type: null, status: null }],
  [{ status: ['REJECTED'] }, { movement_type: null, status: 'REJECTED' }],
  [{ user_id: ['7'] }, { user_id: 7 }],
])('%j', (filters, expected) =>
  expect(movementsQueryOf(state(filters), days, 20).asked).toMatchObject(expected),
)

it('sums both kinds of the same days and person', () => {
  const filters = { movement_type: ['EXPENSE'], status: ['REJECTED'], user_id: ['7'] }
  expect(movementsQueryOf(state(filters), days, 20).all).toMatchObject({
    page: 1,
    status: null,
    movement_type: null,
    user_id: 7,
    start_date: '2026-11-01',
  })
})
