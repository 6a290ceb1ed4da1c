/**
 * This keeps a payment on the device until its answer is known: the same key and the same body let the server tell a repeated
 * payment from a second one.
 */
import type { PaymentBody } from '../../data/payments/queries'

export interface PendingPayment {
  key: string
  body: PaymentBody
  /** The time of the first try, in ms since 1970. */
  at: number
}

/** The server forgets a key after seven days: from then on a repetition could collect twice. */
const keptMs = 6 * 24 * 3_600_000
/** After this time (ms) nobody at the till waits for it any more: it is not repeated without being asked. */
const freshMs = 10 * 60_000

const place = (user: number, request: number) => `comanda.cobro.${user}.${request}`

export function readPending(user: number, request: number, now = Date.now()): PendingPayment | null {
  const text = localStorage.getItem(place(user, request))
  if (!text) return null
  try {
    const found = JSON.parse(text) as PendingPayment
    if (found.key && found.body && now - found.at < keptMs) return found
  } catch {
    // A payment that cannot be read cannot be asked for.
  }
  forgetPending(user, request)
  return null
}

export const keepPending = (user: number, pending: PendingPayment) =>
  localStorage.setItem(place(user, pending.body.client_request_id), JSON.stringify(pending))

export const forgetPending = (user: number, request: number) => localStorage.removeItem(place(user, request))

export const isFresh = (pending: PendingPayment, now = Date.now()) => now - pending.at < freshMs
