import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { oneAt } from '../../../api/client'
import type { PurchaseReport } from '../../../api/model'
import { reportKeys } from '../../../data/reports/keys'
import type { ReportQuery } from '../parts/reportFilters'

export const purchaseFilters = ['provider_id', 'payment_type', 'status'] as const

/** Reads the purchases, with the days that were asked for. */
export const usePurchaseReport = (asked: ReportQuery<(typeof purchaseFilters)[number]>) =>
  useQuery({
    queryKey: reportKeys.purchases(asked),
    queryFn: async ({ signal }) => ({
      ...(await oneAt<PurchaseReport>('/purchase-report', signal, asked)),
      start_date: asked.start_date,
      end_date: asked.end_date,
    }),
    placeholderData: keepPreviousData,
  })
