import { expect, it } from 'vitest'
import type { Floor } from '../../api/model'
import i18n from '../../i18n/i18n'
import { openAccounts } from './OpenAccounts'

const request = (type: string, correlative: number, total: string, is_paid = false, due = total) => ({
  type,
  correlative,
  total,
  due,
  is_paid,
})
const floor = {
  salons: [
    {
      tables: [
        { name: '5', request: request('TABLE', 1, '40.00') },
        { name: '6', request: null },
      ],
    },
  ],
  takeaway: [request('TAKEAWAY', 12, '18.50'), request('TAKEAWAY', 13, '0.00', true)],
  // Of 50.00, 17.00 are paid.
  delivery: [request('DELIVERY', 4, '50.00', false, '33.00')],
} as unknown as Floor

it('names tables, take-aways and deliveries that are open', () =>
  expect(openAccounts(floor, i18n.t)).toEqual([
    { name: 'Mesa 5', total: 4000 },
    { name: 'Llevar 12', total: 1850 },
    { name: 'Delivery 4', total: 3300 },
  ]))
