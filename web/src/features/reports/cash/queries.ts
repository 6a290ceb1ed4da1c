import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { oneAt } from '../../../api/client'
import type { CashReport } from '../../../api/model'
import { reportKeys } from '../../../data/reports/keys'
import type { ReportQuery } from '../parts/reportFilters'

export const cashFilters = ['user_id', 'cashbox_id'] as const

/** Open cycles are summed again at this interval (ms) while somebody looks on. */
const againMs = 60_000

export const useCashReport = (asked: ReportQuery<(typeof cashFilters)[number]>) =>
  useQuery({
    queryKey: reportKeys.cash(asked),
    queryFn: ({ signal }) => oneAt<CashReport>('/cash-report', signal, asked),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.open_count ? againMs : false),
  })
