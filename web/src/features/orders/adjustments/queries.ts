import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { get, list, write } from '../../../api/client'
import { isApiError } from '../../../api/errors'
import { uuid } from '../../../api/uuid'
import { orderKeys } from '../../../data/orders/keys'
import type { chargeBody, discountBody } from './adjustment'

export type AdjustmentBody = NonNullable<ReturnType<typeof discountBody> | ReturnType<typeof chargeBody>>

/** Reads all discounts and charges of an account, those switched off too; an event about the account makes it stale. */
export function useAdjustments(requestId: number) {
  return useQuery({
    queryKey: orderKeys.adjustments(requestId),
    queryFn: ({ signal }) => get(`/adjustments-by-request-id/${requestId}`, undefined, signal),
  })
}

export function useChargeTypes() {
  return useQuery({
    queryKey: orderKeys.chargeTypes,
    queryFn: async ({ signal }) => (await list('/additional-charge-types', undefined, signal)).rows,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const settleMs = 200

/** Reads what the account's total would be, as the server computes it, once typing pauses. */
export function usePreview(requestId: number, body: AdjustmentBody | null) {
  const settled = useSettled(JSON.stringify(body))
  const preview = useQuery({
    queryKey: orderKeys.adjusted(requestId, settled),
    // The preview changes nothing: it has an idempotency key only because every POST has one.
    queryFn: () =>
      write('POST', '/billing-adjustment/preview', uuid(), {
        client_request_id: requestId,
        ...JSON.parse(settled),
      }),
    enabled: settled !== 'null',
    placeholderData: keepPreviousData,
    retry: (count, error) => isApiError(error) && error.unsure && count < 1,
  })
  const current = settled === JSON.stringify(body) && settled !== 'null'
  return {
    /** It is null while the answer is not for what was typed. */
    data: current && !preview.isPlaceholderData ? (preview.data ?? null) : null,
    error: current ? preview.error : null,
  }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
