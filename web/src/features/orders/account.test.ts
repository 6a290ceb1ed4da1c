import { describe, expect, it } from 'vitest'
import type { Line, SaleProduct } from '../../api/model'
import { areasOf, type Draft, extrasOf, withDrafts } from './account'

const line = (over: Partial<Line>): Line => ({
  id: 1,
  command_id: null,
  command_number: null,
  product_id: 1,
  name: 'Ají de gallina',
  variant: null,
  toppings: [],
  comment: '',
  client_request_id: 12,
  added_by: 4,
  base_sale_amount: '32.00',
  toppings_total: '0.00',
  qty_original: '1',
  qty_paid: '0',
  qty: '1',
  status: 'PENDING',
  production_area_id: 1,
  production_area: 'COCINA',
  is_combo: false,
  combo_has_product: [],
  sale_amount: '32.00',
  unit_total: '32.00',
  total: '32.00',
  version: 1,
  added_by_name: 'Rosa',
  added_at: '2026-11-21T13:00:00-05:00',
  sent_at: null,
  dismissed_reason: null,
  ...over,
})
const draft = (over: Partial<Draft> = {}): Draft => ({
  id: 'a',
  requestId: 12,
  product: { id: 1, name: 'Ají de gallina', production_area: 'COCINA' } as SaleProduct,
  unit: 3200,
  qty: 1,
  variant: null,
  toppings: [],
  comment: '',
  ...over,
})
const told = (lines: Line[]) => lines.map((each) => `${each.qty} ${each.name} ${each.total}`)

describe('what was tapped and is still under way', () => {
  it('adds up with the same plain line', () =>
    expect(told(withDrafts([line({})], [draft(), draft({ id: 'b' })]))).toEqual(['3 Ají de gallina 96.00']))

  it('stands apart when it has a comment', () =>
    expect(withDrafts([line({})], [draft({ comment: 'Sin ají' })])).toHaveLength(2))

  it('stands apart from a line that was sent', () =>
    expect(told(withDrafts([line({ command_id: 5 })], [draft()]))).toEqual(['1 Ají de gallina 32.00']))
})

it('says where the plates go, combos by their parts', () => {
  const part = { id: 1, product_id: 1, quantity: '1', status: 'PENDING' as const }
  const combo = line({
    qty: '2',
    combo_has_product: [
      { ...part, name: 'Ají', production_area: 'COCINA' },
      { ...part, name: 'Chicha', production_area: 'BAR' },
    ],
  })
  expect(areasOf([line({}), combo])).toBe('3 Cocina · 2 Bar')
})

it('says what belongs to a dish', () =>
  expect(
    extrasOf(
      line({
        variant: { variant_id: 1, name: '3/4', total_sum: '0' },
        toppings: [{ id: 1, name: 'Huevo frito', price: '3.00', quantity: '2' }],
      }),
    ),
  ).toBe('3/4 · + Huevo frito × 2'))
