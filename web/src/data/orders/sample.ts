/** This file makes lines and products for the tests of orders. */
import type { Line, LineTopping } from '../../api/model'

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

/** A part of what was chosen in a group of options. */
export const chosen = (
  [group_id, group]: [number, string],
  number: number,
  [option_id, name]: [number, string],
  price: string,
  quantity: string,
  is_nested = false,
): LineTopping => ({
  id: option_id + 100,
  name,
  price,
  quantity,
  choice: { number, group_id, group, option_id, is_nested },
})

/** Two picañas of which one is free, and a rib eye as it is to be done. */
export const grilled = [
  chosen([1, 'Carnes'], 1, [11, 'Bife ancho'], '0.00', '1'),
  chosen([2, 'Término'], 1, [21, 'Inglés'], '0.00', '1', true),
  chosen([1, 'Carnes'], 2, [12, 'Picaña'], '0.00', '1'),
  chosen([1, 'Carnes'], 2, [12, 'Picaña'], '8.00', '1'),
  chosen([3, 'Guarniciones'], 3, [31, 'Papas fritas'], '0.00', '1'),
]

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
