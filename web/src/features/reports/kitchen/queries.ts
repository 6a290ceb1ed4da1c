import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { oneAt, rowsAt } from '../../../api/client'
import type { KitchenTimes, PreparedDish } from '../../../api/model'
import { reportKeys } from '../../../data/reports/keys'
import { perPage } from '../../../ui/list/useList'
import type { ReportQuery } from '../parts/reportFilters'
import { type OpenedTimes, queryOf } from './kitchenTimeRows'

export const kitchenFilters = ['area_id', 'category_id'] as const
export type KitchenTimesQuery = ReportQuery<(typeof kitchenFilters)[number]>

/** A day that has not ended is summed again at this interval (ms) while somebody looks on. */
const againMs = 60_000

export const useKitchenTimes = (asked: KitchenTimesQuery) =>
  useQuery({
    queryKey: reportKeys.kitchen(asked),
    queryFn: ({ signal }) => oneAt<KitchenTimes>('/kitchen-times', signal, asked),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.is_partial ? againMs : false),
  })

/** Reads the dishes behind a figure, the slowest first. */
export function usePreparedDishes(
  asked: KitchenTimesQuery,
  opened: OpenedTimes,
  late: boolean,
  page: number,
) {
  const query = { ...asked, ...queryOf(opened), late: late || undefined, page, per_page: perPage }
  return useQuery({
    queryKey: reportKeys.kitchenDishes(query),
    queryFn: ({ signal }) => rowsAt<PreparedDish>('/kitchen-times/operations', query, signal),
    placeholderData: keepPreviousData,
  })
}
