import { expect, test } from 'vitest'
import { noOpening, openingOf } from './opening'

test('nothing typed, or none, opens nothing', () => {
  expect(openingOf('SUPPLY', 3, noOpening)).toBeNull()
  expect(openingOf('SUPPLY', 3, { opening_quantity: '0.00', opening_cost: '4' })).toBeNull()
})

test('what there is comes in as opening stock, with its cost where it is known', () => {
  expect(openingOf('SUPPLY', 3, { opening_quantity: '12.5', opening_cost: '3.20' }, 1)).toMatchObject({
    type: 'in',
    reason: 'OPENING',
    status: 'APPROVED',
    items: [{ supply_id: 3, measurement_id: 1, quantity: '12.5', unit_price: '3.20' }],
  })
  const [item] = openingOf('PRODUCT', 9, { opening_quantity: '24', opening_cost: '' })?.items ?? []
  expect(item).toEqual({ product_id: 9, measurement_id: undefined, quantity: '24', unit_price: undefined })
})
