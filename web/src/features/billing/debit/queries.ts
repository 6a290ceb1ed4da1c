import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, write } from '../../../api/client'
import type { DebitReason, PaymentTaken } from '../../../api/model'
import { billingKeys } from '../../../data/billing/keys'
import { afterCollecting } from '../../../data/payments/queries'
import { useWrite } from '../../../ui/useWrite'

/** Reads what a debit note would contain; without an amount, only how much may be added. */
export function useDebitQuote(id: number, reason_code: DebitReason, amount: string | undefined) {
  return useQuery({
    queryKey: billingKeys.debitQuote(id, reason_code, amount ?? ''),
    queryFn: ({ signal }) => get(`/billings/${id}/debit-note-quote`, { reason_code, amount }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}

export interface DebitBody {
  reason_code: DebitReason
  reason: string
  amount: string
  pin: string
  approver_id: number | null
  payment_options: Record<string, string>
  operation_numbers: Record<string, string>
  instalments: { amount: string; due_on: string }[]
}

/** Issues a debit note with its payment. */
export const useDebit = (id: number, requestId: number, onDone: (paid: PaymentTaken) => void) =>
  useWrite((body: DebitBody, key) => write('POST', `/billings/${id}/debit-note`, key, body), {
    onSuccess: (paid) => {
      afterCollecting(requestId)
      onDone(paid)
    },
    // The dialog where the next step is chosen shows the error.
    onError: () => true,
  })
