/** This file makes lines and products for the tests of orders. */
import type { Line } from '../../api/model'

export const line = (over: Partial<Line> = {}): Line => ({
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
  sale_unit: 'UNIT',
  measure: '1',
  measure_price: null,
  version: 1,
  added_by_name: 'Rosa',
  added_at: '2026-11-21T13:00:00-05:00',
  sent_at: null,
  dismissed_reason: null,
  ...over,
})

export const egg = { id: 7, name: 'Huevo frito', price: '3.00', quantity: '1' }

/** A piece of what is sold by the kilo. */
export const fish = (over: Partial<Line> = {}): Line =>
  line({
    product_id: 9,
    name: 'Lenguado',
    sale_unit: 'KG',
    measure: '0.85',
    measure_price: '120.00',
    base_sale_amount: '102.00',
    sale_amount: '102.00',
    unit_total: '102.00',
    total: '102.00',
    ...over,
  })
