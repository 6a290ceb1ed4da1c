import { cashKeys } from '../cash/keys'
import { orderKeys } from '../orders/keys'

export const paymentKeys = {
  quote: (request: number) => [...orderKeys.one(request), 'payment'] as const,
  /** The quote for a document of that day; null is today's. */
  quoteOn: (request: number, day: string | null) => [...paymentKeys.quote(request), day] as const,
  config: [...cashKeys.all, 'payment-config'] as const,
  options: [...cashKeys.all, 'payment-options'] as const,
  allOptions: [...cashKeys.all, 'payment-options', 'all'] as const,
  refundQuote: (payment: number, products: string) =>
    [...cashKeys.all, 'refund-quote', payment, products] as const,
  refunds: (filter: unknown) => [...cashKeys.all, 'refunds', filter] as const,
}
