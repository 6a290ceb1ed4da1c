import { describe, expect, it } from 'vitest'
import { noKitchen, type ProductValues, productBody, productFormValues } from './productForm'

const attributes = [{ id: 1, name: 'Presa', options: [{ id: 11, name: 'Pierna' }] }]
const typed = (more: Partial<ProductValues>): ProductValues => ({
  ...productFormValues(null, attributes),
  ...more,
})

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
    const body = productBody(values, values, attributes)
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

  it('has no limits of a measure where none was typed', () => {
    const values = typed({ sale_unit: 'KG', min_quantity: '0.2' })
    expect(productBody(values, values, attributes)).toMatchObject({
      sale_unit: 'KG',
      min_quantity: '0.2',
      quantity_step: null,
      tare: null,
    })
    // Another unit takes the limits away, which were in the one before.
    const counted = { sale_unit: 'UNIT', min_quantity: '' } as const
    expect(productBody(typed(counted), counted, attributes)).toMatchObject({
      sale_unit: 'UNIT',
      min_quantity: null,
    })
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
    const body = productBody(values, values, attributes)
    expect(body.variants).toEqual([{ options: { '11': '2.5' }, barcode: '0775' }])
    expect(body.combo_items).toEqual([{ product_id: 7, quantity: '2' }])
    expect(body.topping_ids).toEqual([3])
  })

  it('is only what was changed of one that is there', () => {
    const made = { production_area_id: 1 }
    const values = typed({ ...made, name: 'Pollo', delivery_price: '' })
    expect(productBody(values, { delivery_price: '' }, attributes)).toEqual({ delivery_price: null })
    const topped = typed({ ...made, has_toppings: true })
    expect(productBody(topped, { has_toppings: true }, attributes)).toEqual({ has_toppings: true })
    expect(productBody(topped, { topping_ids: [] }, attributes)).toEqual({ topping_ids: [] })
  })

  it('asks where it is made until that is chosen, a combo apart', () => {
    const sent = (area: number | null, more: Partial<ProductValues> = {}) => {
      const values = typed({ production_area_id: area, ...more })
      return productBody(values, { name: 'Pollo', ...more }, attributes)
    }
    expect(sent(null)).toMatchObject({ production_area_id: null, skips_kitchen: false })
    expect(sent(1)).not.toHaveProperty('skips_kitchen')
    expect(sent(null, { is_combo: true })).not.toHaveProperty('skips_kitchen')
    const chosen = { production_area_id: noKitchen }
    expect(productBody(typed(chosen), chosen, attributes)).toEqual({
      production_area_id: null,
      skips_kitchen: true,
    })
    const cooked = { production_area_id: 2 }
    expect(productBody(typed(cooked), cooked, attributes)).toEqual({
      production_area_id: 2,
      skips_kitchen: false,
    })
  })

  it('leaves it to the server to ask for what is missing', () => {
    const values = typed({ is_combo: true })
    const body = productBody(values, values, attributes)
    for (const missing of ['category_id', 'sale_amount', 'combo_items'])
      expect(body).not.toHaveProperty(missing)
    const cleared = typed({ production_area_id: 1, sale_amount: '' })
    expect(productBody(cleared, { sale_amount: '' }, attributes)).toEqual({ sale_amount: '' })
  })
})
