import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, write } from '../../../api/client'
import type { NewRefund } from '../../../api/model'
import { useWrite } from '../../../ui/useWrite'
import { afterCollecting } from '../../payments/queries'
import { billingKeys } from '../keys'

/** How many units of each line of the document. */
export type Units = Record<number, number>

const chosen = (units: Units) => Object.entries(units).filter(([, count]) => count > 0)

/** What a credit note would take off a document: all that is left of it, or some units. */
export function useCreditQuote(id: number, units: Units | null) {
  const lines = units
    ? chosen(units)
        .map(([line, count]) => `${line}:${count}`)
        .join(',')
    : ''
  return useQuery({
    queryKey: billingKeys.creditQuote(id, lines),
    queryFn: ({ signal }) => get(`/billings/${id}/credit-note-quote`, lines ? { lines } : {}, signal),
    enabled: !units || lines !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export type ReasonCode = '01' | '02' | '06' | '07'

export interface Undo {
  /** Null: the whole document, by void. */
  note: { reason_code: ReasonCode; units: Units | null } | null
  reason: string
  pin: string
  remove_inventory: boolean
  returned_otherwise: boolean
  payment_options?: Record<string, string>
}

/** Voids a document, or gives a credit note for it. */
export const useUndo = (id: number, requestId: number, onDone: (done: NewRefund) => void) =>
  useWrite(
    ({ note, returned_otherwise, ...body }: Undo, key) =>
      note
        ? write('POST', `/billings/${id}/credit-note`, key, {
            ...body,
            reason_code: note.reason_code,
            lines: note.units
              ? chosen(note.units).map(([line, qty]) => ({ id: Number(line), qty: String(qty) }))
              : undefined,
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
      // Shown in the dialog, where the next step is chosen.
      onError: () => true,
    },
  )
