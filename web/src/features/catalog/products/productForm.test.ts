import { describe, expect, it } from 'vitest'
import { bodyOf, type ProductValues, startOf } from './productForm'

const attributes = [{ id: 1, name: 'Presa', options: [{ id: 11, name: 'Pierna' }] }]
const typed = (more: Partial<ProductValues>): ProductValues => ({ ...startOf(null, attributes), ...more })

describe('what a product form sends', () => {
  it('is all of a new product, without parts that are switched off and without its photo', () => {
    const values = typed({
      name: 'Pollo',
      category_id: 2,
      sale_amount: '12',
      topping_ids: [3],
      cost_amount: '',
      code: 'P-1',
    })
    const body = bodyOf(values, values, attributes)
    expect(body).toMatchObject({
      name: 'Pollo',
      category_id: 2,
      sale_amount: '12',
      cost_amount: null,
      code: 'P-1',
      barcode: null,
      min_stock: '0',
    })
    for (const part of ['variants', 'combo_items', 'supply_items', 'topping_ids', 'image'])
      expect(body).not.toHaveProperty(part)
  })

  it('names the parts that are switched on', () => {
    const values = typed({
      has_variants: true,
      variants: { adds: { '11': '2.5' }, together: {}, without: [], barcodes: { '11': ' 0775 ' } },
      is_combo: true,
      combo_items: [{ row: 0, product_id: 7, quantity: '2', name: 'Chicha' }],
      has_toppings: true,
      topping_ids: [3],
    })
    const body = bodyOf(values, values, attributes)
    expect(body.variants).toEqual([{ options: { '11': '2.5' }, barcode: '0775' }])
    expect(body.combo_items).toEqual([{ product_id: 7, quantity: '2' }])
    expect(body.topping_ids).toEqual([3])
  })

  it('is only what was changed of one that is there', () => {
    const values = typed({ name: 'Pollo', delivery_price: '' })
    expect(bodyOf(values, { delivery_price: '' }, attributes)).toEqual({ delivery_price: null })
    expect(bodyOf(typed({ has_toppings: true }), { has_toppings: true }, attributes)).toEqual({
      has_toppings: true,
    })
    expect(bodyOf(typed({ has_toppings: true }), { topping_ids: [] }, attributes)).toEqual({
      topping_ids: [],
    })
  })

  it('leaves it to the server to ask for what is missing', () => {
    const values = typed({ is_combo: true })
    const body = bodyOf(values, values, attributes)
    for (const missing of ['category_id', 'sale_amount', 'combo_items'])
      expect(body).not.toHaveProperty(missing)
    const cleared = typed({ sale_amount: '' })
    expect(bodyOf(cleared, { sale_amount: '' }, attributes)).toEqual({ sale_amount: '' })
  })
})
