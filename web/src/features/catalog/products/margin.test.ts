import { describe, expect, it, test } from 'vitest'
import { decimalOf, millionths } from '../../../ui/decimals'
import { costNow, igvOf, marginOf, priceFor } from './margin'
import { type ProductValues, productFormValues } from './productForm'

/* These are the same cases as the server's own, in `catalog/product/cost.rs`. */
test.each([
  ['38.00', '13.40', '18', '58.4'],
  ['38.00', '13.40', '0', '64.7'],
  ['118.00', '0', '18', '100'],
  ['118.00', '100', '18', '0'],
  ['10.00', '20.00', '0', '-100'],
  ['0', '1', '18', null],
  ['', '1', '18', null],
])('of %s, %s to make and %s %% of IGV leave %s %%', (price, cost, igv, left) => {
  expect(marginOf(price, millionths(cost), igv)).toBe(left)
})

test.each([
  ['65', '13.40', '18', '45.20'],
  ['65', '13.40', '0', '38.30'],
  ['65', '3.50', '0', '10.00'],
  ['0', '10.00', '18', '11.80'],
  ['95', '1', '18', '23.60'],
  ['65', '0', '18', '0.00'],
])('%s %% are left of what costs %s with %s %% of IGV from %s on', (target, cost, igv, price) => {
  expect(decimalOf(priceFor(target, millionths(cost) ?? 0n, igv) ?? -1n, 2)).toBe(price)
})

test('the jungle and what is exonerated hold no IGV', () => {
  expect(igvOf({ igv: '18', is_jungle: false }, 'TAXED')).toBe('18')
  expect(igvOf({ igv: '18', is_jungle: false }, 'EXONERATED')).toBe('0')
  expect(igvOf({ igv: '18', is_jungle: true }, 'TAXED')).toBe('0')
})

describe('what it costs as it stands in the form', () => {
  const units = [{ id: 1, equivalence: '1' }]
  const supplies = [{ id: 5, unit_cost: '4.00', measurement_id: 1 }]
  const typed = (more: Partial<ProductValues>): ProductValues => ({ ...productFormValues(null, []), ...more })
  const bought = { food_cost: '2.75', cost_at: '2026-11-20T12:00:00Z', combo_has_product: [] }
  const now = (values: ProductValues, saved: Parameters<typeof costNow>[1] = null) => {
    const cost = costNow(values, saved, supplies, units)
    return cost === null ? null : decimalOf(cost, 2)
  }

  it('is what the recipe says, unless the house says it itself', () => {
    const recipe = typed({
      has_supplies: true,
      supply_items: [{ supply_id: 5, quantity: '0.5', measurement_id: 1 }],
      cost_amount: '9',
    })
    expect(now(recipe)).toBe('2.00')
    expect(now({ ...recipe, own_cost: true })).toBe('9.00')
    expect(now({ ...recipe, supply_items: [] })).toBeNull()
  })

  it('is what was typed until something was bought', () => {
    expect(now(typed({ cost_amount: '3.20' }))).toBe('3.20')
    expect(now(typed({}))).toBeNull()
    expect(now(typed({ cost_amount: '3.20' }), { ...bought, cost_source: 'OWN' })).toBe('2.75')
  })

  it('of a combo is known as long as its dishes are those that were saved', () => {
    const combo = typed({
      is_combo: true,
      combo_items: [{ row: 0, product_id: 7, name: 'Chicha', quantity: '2' }],
    })
    const saved = {
      ...bought,
      cost_source: 'COMBO' as const,
      combo_has_product: [{ product_id: 7, quantity: '2.00' }] as never,
    }
    expect(now(combo, saved)).toBe('2.75')
    const more = combo.combo_items.map((item) => ({ ...item, quantity: '3' }))
    expect(now({ ...combo, combo_items: more }, saved)).toBeNull()
  })
})
