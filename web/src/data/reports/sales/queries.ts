import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { list, oneAt, rowsAt } from '../../../api/client'
import type { SalesGrouping, SalesReport, SoldDocument, SoldDocuments } from '../../../api/model'
import type { FilterOption } from '../../../ui/list/types'
import { perPage } from '../../../ui/list/useList'
import { reportKeys } from '../keys'
import type { SalesQuery } from './salesFilters'

/** Days that have not ended are summed again at this interval (ms) while somebody looks on. */
const againMs = 60_000

/** Reads the sales of a period, by one of its cuts; null reads nothing. */
export function useSalesReport(asked: SalesQuery | null, by: SalesGrouping, keeps = true) {
  const query = { ...asked, by }
  return useQuery({
    queryKey: reportKeys.sales(query),
    queryFn: ({ signal }) => oneAt<SalesReport>('/sales-total-report', signal, query),
    placeholderData: keeps ? keepPreviousData : undefined,
    refetchInterval: ({ state }) => (state.data?.is_partial ? againMs : false),
    enabled: asked !== null,
  })
}

/** Reads the documents that a figure is the sum of. */
export function useSoldDocuments(asked: SalesQuery, by: SalesGrouping, key: string, page: number) {
  const query = { ...asked, by, key, page, per_page: perPage }
  return useQuery({
    queryKey: reportKeys.sold(query),
    queryFn: ({ signal }) =>
      rowsAt<SoldDocument, Pick<SoldDocuments, 'totals'>>('/sales-total-report/documents', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads the kinds of documents, to choose from. */
export function useBillingTypes(): FilterOption[] {
  const { data } = useQuery({
    queryKey: reportKeys.billingTypes,
    queryFn: ({ signal }) => list('/billing-types', { page: false }, signal),
    staleTime: 5 * 60_000,
  })
  return (data?.rows ?? []).map((each) => ({ value: String(each.id), label: each.name }))
}

/** Reads the people who served or collected in that period, as options to choose from. */
export function useSellers({ start_date, end_date }: SalesQuery, by: 'WAITER' | 'CASHIER'): FilterOption[] {
  const { data } = useSalesReport({ start_date, end_date }, by)
  return (data?.rows ?? [])
    .filter((row) => row.name !== '')
    .map((row) => ({ value: row.key, label: row.name }))
    .sort((a, b) => a.label.localeCompare(b.label, 'es'))
}
