import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { oneAt, rowsAt } from '../../../api/client'
import type { MoneyOperation, OperationSums, PaymentMethodReport } from '../../../api/model'
import { reportKeys } from '../../../data/reports/keys'
import { perPage } from '../../../ui/list/useList'
import type { ReportQuery } from '../parts/reportFilters'

export const methodFilters = ['user_id', 'cashbox_id'] as const
export type OperationsQuery = ReportQuery<(typeof methodFilters)[number]>

/** Days that have not ended are summed again at this interval (ms) while somebody looks on. */
const againMs = 60_000

export const useMethodReport = (asked: OperationsQuery) =>
  useQuery({
    queryKey: reportKeys.methods(asked),
    queryFn: ({ signal }) => oneAt<PaymentMethodReport>('/payment-method-report', signal, asked),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.is_partial ? againMs : false),
  })

/** Reads the operations behind a figure; without a way to pay, all of them. */
export function useOperations(asked: OperationsQuery, option: string, term: string, page: number) {
  const query = {
    ...asked,
    payment_option_id: option === 'all' ? undefined : option,
    term: term || undefined,
    page,
    per_page: perPage,
  }
  return useQuery({
    queryKey: reportKeys.moneyOperations(query),
    queryFn: ({ signal }) =>
      rowsAt<MoneyOperation, { totals: OperationSums }>('/payment-method-report/operations', query, signal),
    placeholderData: keepPreviousData,
  })
}
