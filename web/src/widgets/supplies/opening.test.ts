import { expect, test } from 'vitest'
import { noOpening, openingBody } from './opening'

test('nothing typed, or none, opens nothing', () => {
  expect(openingBody(noOpening)).toEqual({})
  expect(openingBody({ opening_stock: { quantity: '0.00', unit_price: '4' } })).toEqual({})
})

test('what there is is said with its cost, where that is known', () => {
  expect(openingBody({ opening_stock: { quantity: '12.5', unit_price: '3.20' } })).toEqual({
    opening_stock: { quantity: '12.5', unit_price: '3.20' },
  })
  expect(openingBody({ opening_stock: { quantity: '24', unit_price: '' } })).toEqual({
    opening_stock: { quantity: '24', unit_price: undefined },
  })
})
