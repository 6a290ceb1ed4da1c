import { expect, it, test } from 'vitest'
import type { DraftLine } from './draft'
import { linePrice, lineTotal, priceChangeOf, stockEntry, togglePriceOrTotal } from './lines'

const kg = 1
const sack = 2
const gram = 3
const units = [
  { id: kg, equivalence: '1.000000' },
  { id: sack, equivalence: '50.000000' },
  { id: gram, equivalence: '0.001000' },
]

const line = (part: Partial<DraftLine>): DraftLine => ({
  item_type: 'SUPPLY',
  item_id: 7,
  name: 'Arroz extra',
  own_id: kg,
  measurement_id: kg,
  quantity: '',
  by: 'price',
  price: '',
  total: '',
  ...part,
})

test.each([
  ['18.5', '42', 77_700],
  ['4', '189.00', 75_600],
  ['0.333', '10', 333],
  // Half a céntimo is one, as the server rounds it.
  ['0.5', '0.01', 1],
  ['3', '0.333333', 100],
  ['', '42', null],
  ['2', '', null],
])('%s at %s come to %s céntimos', (quantity, price, total) =>
  expect(lineTotal(line({ quantity, price }))).toBe(total),
)

it('computes the price of a typed total, to six decimals', () => {
  const typed = line({ quantity: '3', by: 'total', total: '100' })
  expect(lineTotal(typed)).toBe(10_000)
  expect(linePrice(typed)).toBe(33_333_333n)
  expect(linePrice({ ...typed, quantity: '' })).toBeNull()
  expect(linePrice({ ...typed, quantity: '0' })).toBeNull()
})

it('turns the price into the total and back, and loses nothing that divides', () => {
  const typed = line({ quantity: '4', price: '189' })
  const byTotal = togglePriceOrTotal(typed)
  expect(byTotal).toMatchObject({ by: 'total', total: '756.00' })
  expect(togglePriceOrTotal(byTotal)).toMatchObject({ by: 'price', price: '189.00' })
  expect(togglePriceOrTotal(line({}))).toMatchObject({ by: 'total', total: '' })
})

it('says what enters in the unit that it is counted in, and at which price', () => {
  expect(stockEntry(line({ quantity: '4', measurement_id: sack, price: '189' }), units)).toEqual({
    quantity: '200',
    price: '3.78',
  })
  expect(stockEntry(line({ quantity: '500', measurement_id: gram, by: 'total', total: '5' }), units)).toEqual(
    {
      quantity: '0.5',
      price: '10',
    },
  )
  expect(stockEntry(line({ quantity: '4', measurement_id: sack }), units)).toEqual({
    quantity: '200',
    price: null,
  })
  expect(stockEntry(line({ quantity: '4', price: '2' }), units)).toBeNull()
})

it('compares with the last purchase in the unit that is typed', () => {
  const last = { base_price: '37.500000' }
  expect(priceChangeOf(line({ quantity: '1', price: '42' }), last, units, 0)).toEqual({
    percent: 12,
    before: '37.50',
  })
  expect(priceChangeOf(line({ quantity: '1', price: '1875', measurement_id: sack }), last, units, 0)).toEqual(
    {
      percent: 0,
      before: '1875.00',
    },
  )
  expect(priceChangeOf(line({ quantity: '1', price: '30' }), last, units, 0)?.percent).toBe(-20)
  expect(priceChangeOf(line({ quantity: '1', price: '30' }), undefined, units, 0)).toBeNull()
})

it('compares prices with IGV, whatever the paper writes', () =>
  expect(
    priceChangeOf(line({ quantity: '1', price: '10' }), { base_price: '11.8' }, units, 18)?.percent,
  ).toBe(0))
