import { describe, expect, it, test } from 'vitest'
import type { Unit } from '../../../api/model'
import type { FoundItem } from '../../../data/inventory/queries'
import {
  emptyMovementForm,
  leftOf,
  lineOf,
  lineTotal,
  movementBody,
  movementTotal,
  reasonsOf,
  shortLines,
} from './movementForm'

const rice: FoundItem = {
  type: 'SUPPLY',
  id: 3,
  name: 'Arroz extra',
  category: 'Abarrotes',
  measurement_id: 1,
  measurement: 'kg',
  stock: '260',
}
const today = '2026-11-21'

describe('what a movement sends', () => {
  it('is waste of today, of supplies, without a price', () => {
    const values = emptyMovementForm(today, true, rice)
    values.items[0] = { ...lineOf(rice), quantity: '0.6', unit_price: '3.20' }
    expect(movementBody(values, 'SUPPLY', today, 'Merma: vencido')).toEqual({
      type: 'out',
      reason: 'WASTE_EXPIRED',
      name: 'Merma: vencido',
      description: undefined,
      status: 'APPROVED',
      date: undefined,
      responsible: undefined,
      items: [{ supply_id: 3, measurement_id: 1, quantity: '0.6', unit_price: undefined }],
    })
  })

  it('says the price of what comes in, the day of what happened before, and products by their id', () => {
    const body = movementBody(
      {
        ...emptyMovementForm(today, false),
        type: 'in',
        reason: 'OPENING',
        approved: false,
        date: '2026-11-01',
        name: ' Apertura ',
        items: [{ ...lineOf({ ...rice, measurement_id: null }), quantity: '', unit_price: '3.2' }],
      },
      'PRODUCT',
      today,
      'Stock inicial',
    )
    expect(body).toMatchObject({ name: 'Apertura', status: 'REJECTED', date: '2026-11-01' })
    expect(body.items).toEqual([
      { product_id: 3, measurement_id: undefined, quantity: '0', unit_price: '3.2' },
    ])
  })
})

test('what comes in is never waste, and nothing is a count', () => {
  expect(reasonsOf.in.filter((reason) => /WASTE|STAFF|OWN/.test(reason))).toEqual([])
  expect([...reasonsOf.in, ...reasonsOf.out].filter((reason) => /COUNT|PRODUCTION/.test(reason))).toEqual([])
})

test('lines cost their quantity times their price, and together their sum', () => {
  const line = (quantity: string, unit_price: string) => ({ ...lineOf(rice), quantity, unit_price })
  expect(lineTotal(line('0.6', '3.205'))).toBe('1.92')
  expect(lineTotal(line('0.6', ''))).toBeNull()
  expect(movementTotal([line('2', '1.50'), line('3', '0.335')])).toBe('4.01')
  expect(movementTotal([line('2', '1.50'), line('', '')])).toBeNull()
  expect(movementTotal([])).toBeNull()
})

test.each([
  ['10', '1', '250'],
  ['300', '1', '-40'],
  ['500', '0.001', '259.5'],
  ['2', '50', '160'],
])('says what is left: %s of %s', (quantity, chosen, left) => {
  expect(leftOf({ ...lineOf(rice), quantity }, '1', chosen)).toBe(left)
})

test('more goes out than there is only where it moves, and goes out', () => {
  const units = [{ id: 1, symbol: 'kg', equivalence: '1', magnitude_id: null }] as unknown as Unit[]
  const values = { ...emptyMovementForm(today, true), items: [{ ...lineOf(rice), quantity: '99999' }] }
  expect(shortLines(values, units)).toHaveLength(1)
  expect(shortLines({ ...values, type: 'in' }, units)).toEqual([])
  expect(shortLines({ ...values, approved: false }, units)).toEqual([])
  expect(shortLines({ ...values, items: [{ ...lineOf(rice), quantity: '260' }] }, units)).toEqual([])
  // An item without a counted stock may go out in any amount.
  const unknown = { ...lineOf({ ...rice, stock: null }), quantity: '99999' }
  expect(shortLines({ ...values, items: [unknown] }, units)).toEqual([])
})
