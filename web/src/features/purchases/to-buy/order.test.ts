import { describe, expect, it } from 'vitest'
import type { ToBuyItem, ToBuyProvider } from '../../../api/model'
import { chosenOf, draftOf, mobileOf, orderLinesParam, orderText, providerTotal } from './order'

const item = (part: Partial<ToBuyItem>): ToBuyItem => ({
  item_type: 'SUPPLY',
  item_id: 1,
  name: 'Lomo fino',
  category: null,
  stock: '12.4',
  min_stock: '5',
  used_per_day: '6.1',
  measurement: 'kg',
  lasts_until: '2026-11-28',
  buy_measurement_id: 4,
  buy_measurement: 'kg',
  quantity: '31',
  price: '37.50',
  ...part,
})
const provider: ToBuyProvider = {
  provider_id: 7,
  name: 'Distribuidora San Martín S.A.C.',
  document: '20100070970',
  phone: '987 654 321',
  total: '1162.50',
  items: [
    item({}),
    item({ item_id: 2, name: 'Arroz extra', quantity: '0', buy_measurement: 'saco', price: '189.00' }),
  ],
}

const known = {
  item_type: 'SUPPLY' as const,
  item_id: 1,
  name: 'Lomo fino',
  key: 'lomo fino',
  own_id: 4,
  unit: 'kg',
  codes: [],
}

describe('an order', () => {
  it('is what is more than nothing, at the last price', () => {
    expect(chosenOf(provider, {}).map((each) => each.name)).toEqual(['Lomo fino'])
    expect(providerTotal(provider, {})).toBe(116250)
    expect(providerTotal(provider, { 'SUPPLY:2': '1', 'SUPPLY:1': '0' })).toBe(18900)
  })
  it('is a text that a provider reads, and lines for its paper', () => {
    expect(orderText(provider, { 'SUPPLY:2': '0.5' })).toBe('- 31 kg Lomo fino\n- 0.5 saco Arroz extra')
    expect(orderLinesParam(provider, {})).toBe('SUPPLY:1:31:4')
  })
  it('becomes a purchase with the units and prices of last time', () => {
    const draft = draftOf(provider, { 'SUPPLY:2': '3' }, [known])
    expect(draft.provider).toEqual({ id: 7, name: provider.name, document: provider.document })
    expect(draft.lines).toEqual([
      expect.objectContaining({ item_id: 1, measurement_id: 4, quantity: '31', price: '37.50', by: 'price' }),
    ])
  })
  it('becomes a purchase without a provider, of what was never bought', () => {
    const never = { ...provider, provider_id: null, items: [item({ buy_measurement_id: null, price: null })] }
    const draft = draftOf(never, {}, [known])
    expect(draft.provider).toBeNull()
    expect(draft.lines).toEqual([
      expect.objectContaining({ item_id: 1, measurement_id: 4, quantity: '31', price: '' }),
    ])
  })
  it('goes to a mobile number only', () => {
    expect(mobileOf('987 654 321')).toBe('51987654321')
    expect(mobileOf('+51 987654321')).toBe('51987654321')
    expect(mobileOf('01 4441234')).toBeNull()
  })
})
