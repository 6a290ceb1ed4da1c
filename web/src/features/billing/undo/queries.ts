import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, write } from '../../../api/client'
import type { NewRefund } from '../../../api/model'
import { billingKeys } from '../../../data/billing/keys'
import { afterCollecting } from '../../../data/payments/queries'
import { centimos, decimal } from '../../../ui/format'
import { useWrite } from '../../../ui/useWrite'

/** The units of each line of the document. */
export type Units = Record<number, number>

/** The discount of each line, as typed. */
export type Amounts = Record<number, string>

const chosen = (units: Units) => Object.entries(units).filter(([, count]) => count > 0)
/** Returns the lines with a discount. */
export const discountedLines = (amounts: Amounts) =>
  Object.entries(amounts)
    .filter(([, typed]) => centimos(typed) > 0)
    .map(([line, typed]) => [line, exact(typed)] as const)
/* A typed `10.` is sent as 10.00. */
const exact = (typed: string) => decimal(centimos(typed))

/** The extent of a credit note: units, amounts of lines, or an amount of the whole; null takes all that is left. */
export type CreditNoteRequest = { units: Units } | { amounts: Amounts } | { amount: string } | null

const paramsOf = (asked: CreditNoteRequest) => {
  if (!asked) return {}
  if ('amount' in asked) return { amount: exact(asked.amount) }
  const pairs = 'units' in asked ? chosen(asked.units) : discountedLines(asked.amounts)
  const text = pairs.map(([line, value]) => `${line}:${value}`).join(',')
  return 'units' in asked ? { lines: text } : { discounts: text }
}

/** Reads what a credit note would take off a document. */
export function useCreditQuote(id: number, asked: CreditNoteRequest, enabled = true) {
  const params = paramsOf(asked)
  return useQuery({
    queryKey: billingKeys.creditQuote(id, JSON.stringify(params)),
    queryFn: ({ signal }) => get(`/billings/${id}/credit-note-quote`, params, signal),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export type ReasonCode = '01' | '02' | '04' | '05' | '06' | '07'

export interface DocumentUndo {
  /** Null voids the whole document. */
  note: { reason_code: ReasonCode; asked: CreditNoteRequest } | null
  reason: string
  pin: string
  approver_id: number | null
  remove_inventory: boolean
  returned_otherwise: boolean
  payment_options?: Record<string, string>
}

/* Returns the part of the body that names the extent. */
function wanted(asked: CreditNoteRequest) {
  if (!asked) return {}
  if ('amount' in asked) return { amount: exact(asked.amount) }
  if ('units' in asked)
    return { lines: chosen(asked.units).map(([line, qty]) => ({ id: Number(line), qty: String(qty) })) }
  return { lines: discountedLines(asked.amounts).map(([line, amount]) => ({ id: Number(line), amount })) }
}

/** Voids a document, or issues a credit note for it. */
export const useUndo = (id: number, requestId: number, onDone: (done: NewRefund) => void) =>
  useWrite(
    ({ note, returned_otherwise, ...body }: DocumentUndo, key) =>
      note
        ? write('POST', `/billings/${id}/credit-note`, key, {
            ...body,
            reason_code: note.reason_code,
            ...wanted(note.asked),
          })
        : write('POST', `/electronic-invoice/${id}/void`, key, {
            ...body,
            money: returned_otherwise ? 'RETURNED_OTHERWISE' : 'REFUND',
          }),
    {
      onSuccess: (done) => {
        afterCollecting(requestId)
        onDone(done)
      },
      // The dialog where the next step is chosen shows the error.
      onError: () => true,
    },
  )
