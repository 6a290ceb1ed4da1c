import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { list, rowsAt } from '../../../api/client'
import type { SaleList, SoldDocument } from '../../../api/model'
import { useRoom } from '../../../api/realtime'
import { paymentKeys } from '../../../data/payments/keys'
import { reportKeys } from '../../../data/reports/keys'
import type { Span } from '../../../ui/dates/periods'
import type { ListState } from '../../../ui/list/address'
import type { FilterOption } from '../../../ui/list/types'
import { perPage } from '../../../ui/list/useList'

export const filterNames = ['sale_by', 'billing_type_id', 'payment_option', 'user_id'] as const

/** Returns the query of the sales: one value of each filter. */
export const salesQueryOf = (state: ListState, { from, to }: Span) => ({
  start_date: from,
  end_date: to,
  term: state.term || null,
  page: state.page,
  ...Object.fromEntries(filterNames.map((name) => [name, state.filters[name]?.[0] ?? null])),
})

/** Reads sales with their payments, the latest first, and their sums; live. */
export function useSaleBillings(state: ListState, span: Span) {
  useRoom('cash')
  const asked = { ...salesQueryOf(state, span), per_page: perPage }
  return useQuery({
    queryKey: reportKeys.saleBillings(asked),
    queryFn: ({ signal }) =>
      rowsAt<SoldDocument, Pick<SaleList, 'totals'>>('/cash-movements-sale-billing', asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads the ways to pay, to choose from. */
export function usePaymentOptionFilters(): FilterOption[] {
  const { data } = useQuery({
    queryKey: paymentKeys.allOptions,
    queryFn: ({ signal }) => list('/payment-options', { page: false }, signal),
    staleTime: 5 * 60_000,
  })
  return (data?.rows ?? []).map((each) => ({ value: String(each.id), label: each.name }))
}
