import { useQuery } from '@tanstack/react-query'
import { oneAt } from '../../../api/client'
import type {
  AccountingDay,
  AccountingMargin,
  AccountingMonth,
  AccountingProduct,
  AccountingSummary,
  AccountingWeek,
  AccountingYear,
} from '../../../api/model'
import { reportKeys } from '../../../data/reports/keys'

const againMs = 60_000

/* Reads one figure; each is asked for by itself, so that a slow one does not delay the rest. */
function useBooks<T>(of: string, query?: Record<string, number>, enabled = true) {
  return useQuery({
    queryKey: reportKeys.books(of, Object.values(query ?? {})[0] ?? null),
    queryFn: ({ signal }) => oneAt<T>(`/accounting-dashboard/${of}`, signal, query),
    refetchInterval: againMs,
    enabled,
  })
}

export const useSummary = () => useBooks<AccountingSummary>('summary')
export const useTopProducts = () => useBooks<AccountingProduct[]>('top-products')
export const useMargins = () => useBooks<AccountingMargin[]>('margin-by-month', { months: 12 })

/** It says how far back sales are summed, and by which unit. */
export const series = ['days', 'weeks', 'months', 'years'] as const
export type Series = (typeof series)[number]

/** Reads the sales of one series; the others are read when somebody chooses them. */
export function useSeries(chosen: Series) {
  const days = useBooks<AccountingDay[]>('sales-by-day', { days: 7 }, chosen === 'days')
  const weeks = useBooks<AccountingWeek[]>('sales-by-week', { weeks: 8 }, chosen === 'weeks')
  const months = useBooks<AccountingMonth[]>('sales-by-month', { months: 12 }, chosen === 'months')
  const years = useBooks<AccountingYear[]>('sales-by-year', { years: 5 }, chosen === 'years')
  return { days, weeks, months, years }
}
