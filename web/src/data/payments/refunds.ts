import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, list, write } from '../../api/client'
import type { NewRefund } from '../../api/model'
import { useRoom } from '../../api/realtime'
import { useWrite } from '../../ui/useWrite'
import { paymentKeys } from './keys'
import { afterCollecting } from './queries'

/** Reads what a refund would give back: all of the payment, or some units of its lines. */
export function useRefundQuote(paymentId: number, units: Record<number, number> | null) {
  const products = units
    ? Object.entries(units)
        .filter(([, count]) => count > 0)
        .map(([line, count]) => `${line}:${count}`)
        .join(',')
    : ''
  return useQuery({
    queryKey: paymentKeys.refundQuote(paymentId, products),
    queryFn: ({ signal }) => get(`/payments/${paymentId}/refund-quote`, { products }, signal),
    enabled: !units || products !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Reads a page of refunds; a cashier sees their own. */
export function useRefunds(filter: { term: string; page: number }) {
  useRoom('cash')
  return useQuery({
    queryKey: paymentKeys.refunds(filter),
    queryFn: ({ signal }) => list('/refunds', filter, signal),
    placeholderData: keepPreviousData,
  })
}

export interface RefundBody {
  outcome: 'REOPEN' | 'CLOSE'
  reason: string
  pin: string
  /** The user whose personal PIN was typed; null is the company's PIN. */
  approver_id: number | null
  remove_inventory?: boolean
  without_table?: boolean
  products?: { id: number; qty: string }[]
  payment_options?: Record<string, string>
}

export function useRefund(paymentId: number, requestId: number, onDone: (done: NewRefund) => void) {
  return useWrite((body: RefundBody, key) => write('POST', `/payments/${paymentId}/refund`, key, body), {
    onSuccess: (done) => {
      afterCollecting(requestId)
      onDone(done)
    },
    // The dialog where the next step is chosen shows the error.
    onError: () => true,
  })
}
