import { afterEach, expect, it } from 'vitest'
import { forgetPending, isFresh, keepPending, type PendingPayment, readPending } from './pending'

const sent: PendingPayment = {
  key: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  body: { client_request_id: 7, payment_options: { Efectivo: '20.00' }, billing_type_id: 1 },
  at: 1_000,
}
afterEach(() => localStorage.clear())

it('keeps a payment under way for its cashier and account, and no other', () => {
  keepPending(3, sent)
  expect(readPending(3, 7, 2_000)).toEqual(sent)
  expect(readPending(3, 8, 2_000)).toBeNull()
  expect(readPending(2, 7, 2_000)).toBeNull()
  forgetPending(3, 7)
  expect(readPending(3, 7, 2_000)).toBeNull()
})

it('does not repeat what the server may have forgotten', () => {
  keepPending(3, sent)
  expect(readPending(3, 7, 1_000 + 7 * 24 * 3_600_000)).toBeNull()
})

it('asks before it repeats an old one', () => {
  expect(isFresh(sent, 60_000)).toBe(true)
  expect(isFresh(sent, 3_600_000)).toBe(false)
})

it('does not stumble over what it cannot read', () => {
  localStorage.setItem('comanda.cobro.3.7', '{')
  expect(readPending(3, 7)).toBeNull()
})
