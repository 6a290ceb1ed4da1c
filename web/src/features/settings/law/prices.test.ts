import { expect, it } from 'vitest'
import type { RateChangeDish } from '../../../api/model'
import { changedPrices, leftThen, newPrice, plannedPrices, pricesOf } from './prices'

const lomo: RateChangeDish = {
  product_id: 11,
  name: 'Lomo saltado',
  category: 'Fondos',
  sold: '224',
  price: '38.00',
  left: '22.68',
  left_if_same: '21.33',
  proposed_price: '39.50',
  left_then: '22.64',
  planned_price: null,
}
const water: RateChangeDish = {
  ...lomo,
  product_id: 12,
  name: 'Agua',
  price: '5.00',
  left: null,
  left_if_same: null,
  proposed_price: '5.00',
  left_then: null,
}

it('keeps prices, raises them as proposed, or takes what is typed', () => {
  expect(newPrice(lomo, 'KEEP_PRICES', { 11: '40.00' })).toBe('38.00')
  expect(newPrice(lomo, 'KEEP_LEFT', { 11: '40.00' })).toBe('39.50')
  expect(newPrice(lomo, 'BY_DISH', { 11: '40.00' })).toBe('40.00')
  expect(newPrice(lomo, 'BY_DISH', {})).toBe('39.50')
})

it('says what a typed price leaves, and the server for its own', () => {
  expect(leftThen(lomo, '39.50', '0.869565')).toBe(2264)
  expect(leftThen(lomo, '40.00', '0.869565')).toBe(2133 + 174)
  expect(leftThen(lomo, '38.00', '0.869565')).toBe(2133)
  expect(leftThen(lomo, '', '0.869565')).toBeNull()
  expect(leftThen(water, '6.00', '0.869565')).toBeNull()
})

it('sends only prices that change', () => {
  expect(changedPrices([lomo, water], 'KEEP_LEFT', {})).toEqual([{ product_id: 11, price: '39.50' }])
  expect(changedPrices([lomo, water], 'KEEP_PRICES', {})).toEqual([])
  expect(changedPrices([lomo, water], 'BY_DISH', { 11: '38.00', 12: '' })).toEqual([])
  expect(changedPrices([lomo, water], 'BY_DISH', { 12: '5.50' })).toContainEqual({
    product_id: 12,
    price: '5.50',
  })
})

it('goes on by hand from what stands there', () => {
  expect(pricesOf([lomo, water], 'KEEP_PRICES', {})).toEqual({ 11: '38.00', 12: '5.00' })
  expect(plannedPrices([{ ...lomo, planned_price: '41.00' }, water])).toEqual({ 11: '41.00', 12: '5.00' })
})
