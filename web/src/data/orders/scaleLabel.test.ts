import { describe, expect, it } from 'vitest'
import type { SaleProduct } from '../../api/model'
import { findLabelled } from './scaleLabel'

const product = (over: Partial<SaleProduct>) =>
  ({ sale_unit: 'UNIT', code: null, barcode: null, ...over }) as SaleProduct

describe('the label of a scale', () => {
  const sole = product({ id: 3, name: 'Lenguado', sale_unit: 'KG', code: '123' })
  const ham = product({ id: 4, name: 'Jamón', sale_unit: 'HG', barcode: '2800045' })
  const coded = product({ id: 5, name: 'Cola', code: '00777' })
  const all = [coded, sole, ham]

  it('is what has its number as code, and the grams', () =>
    expect(findLabelled(all, '2000123008509')).toEqual({ product: sole, grams: 850 }))
  it('is what has prefix and number as barcode', () =>
    expect(findLabelled(all, '2800045002506')).toEqual({ product: ham, grams: 250 }))
  it.each([
    ['another check digit', '2000123008501'],
    ['no weight', '2000123000008'],
    ['something that is counted', '2000777008504'],
    ['a number that nobody has', '2000124008508'],
    ['another prefix', '7750182003421'],
    ['words', '2000 123'],
  ])('with %s is none', (_why, label) => expect(findLabelled(all, label)).toBeUndefined())
})
