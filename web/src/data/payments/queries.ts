import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { get, write } from '../../api/client'
import type { ApiError } from '../../api/errors'
import type { PaymentInfo } from '../../api/model'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { useUser } from '../../session/session'
import { centimos, money, today } from '../../ui/format'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'
import { cashKeys } from '../cash/keys'
import { floorKeys } from '../floor/keys'
import { orderKeys } from '../orders/keys'
import type { Instalment } from './credit'
import { paymentKeys } from './keys'

/**
 * Reads what is due on an account, with its lines; live, because another till may collect a part of it. A document of another day
 * (`day`) has the rate and limits of its own; until they are known the figures before stay.
 */
export function usePaymentInfo(id: number, day: string | null) {
  useRoom(`request:${id}`)
  return useQuery({
    queryKey: paymentKeys.quoteOn(id, day),
    queryFn: ({ signal }) => get(`/payments-get-info/${id}`, day ? { issued_on: day } : undefined, signal),
    placeholderData: keepPreviousData,
    // When the quote of another day fails it is asked for again, because the payment waits for it.
    refetchInterval: ({ state }) => (day && state.error ? 5_000 : false),
  })
}

/** Reads the methods, the documents with their series, quick amounts, and the user's own open cash cycle. */
export function usePaymentsConfig() {
  useRoom('cash')
  return useQuery({
    queryKey: paymentKeys.config,
    queryFn: ({ signal }) => get('/payments-get-config', undefined, signal),
  })
}

export interface PaymentBody {
  client_request_id: number
  payment_options: Record<string, string>
  operation_numbers?: Record<string, string>
  billing_type_id: number
  client_id?: number
  products?: { id: number; qty: string }[]
  share?: { of: number }
  amount?: string
  /** The document is mailed to this address. */
  email?: string
  by_consumption?: boolean
  print?: boolean
  promotion_ids?: number[]
  /** The instalments of the part that is sold on credit. */
  instalments?: Instalment[]
  /** Series, number and day of a document that was already written by hand. */
  contingency?: { series_id: number; number: number; issued_on?: string }
  /** The total that the screen showed: if it has changed, the server collects nothing. */
  expected_total?: string
}

/** Makes everything stale that a payment changes. */
export function afterCollecting(requestId: number) {
  void queryClient.invalidateQueries({ queryKey: orderKeys.one(requestId) })
  void queryClient.invalidateQueries({ queryKey: floorKeys.all })
  void queryClient.invalidateQueries({ queryKey: cashKeys.all })
}

/** A refusal about the balance carries the present one: it is shown at once, and read again to be sure. */
export function showBalance(body: PaymentBody, error: ApiError) {
  const requestId = body.client_request_id
  const now = error.body.current as PaymentInfo | undefined
  const day = body.contingency?.issued_on
  const key = paymentKeys.quoteOn(requestId, day && day < today() ? day : null)
  if (now?.client_request_id === requestId) queryClient.setQueryData(key, now)
  afterCollecting(requestId)
}

/** Shows a notice when another till collects at the account that is open here. */
export function useOthersPayments(info: PaymentInfo) {
  const { t } = useTranslation()
  const me = useUser().id
  const known = useRef(new Set(info.payments.map((each) => each.id)))
  useEffect(() => {
    for (const each of info.payments) {
      if (known.current.has(each.id)) continue
      known.current.add(each.id)
      if (each.user_id === me) continue
      showToast(
        'warning',
        t('payments.otherTill', { name: each.user_name, amount: money(centimos(each.total)) }),
      )
    }
  }, [info.payments, me, t])
}

export function usePrintAgain(onPdf: (paymentId: number) => void) {
  const { t } = useTranslation()
  return useWrite((id: number, key) => write('POST', `/payments/${id}/print`, key), {
    failed: t('payments.reprintFailed'),
    onSuccess: (done, id) => {
      const printer = done.print_jobs[0]?.printer
      if (printer) showToast('success', t('payments.reprinted'), t('payments.printsAt', { printer }))
      else onPdf(id)
    },
  })
}
