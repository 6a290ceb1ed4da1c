import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { list } from '../../../api/client'
import { useRoom } from '../../../api/realtime'
import { inventoryKeys } from '../../../data/inventory/keys'
import { valuedMs } from '../../../data/inventory/queries'
import { type ListState, listQueryOf } from '../../../ui/list/address'
import { perPage } from '../../../ui/list/useList'

/** The list's own order goes by the percentage that the column shows, the largest rise first. */
export const dearestFirst = '-change_percent'

/** Returns the query of a list of dish costs; `since` is a business day. */
export const costsQueryOf = (state: ListState, since: string) => ({
  ...listQueryOf({ ...state, sort: state.sort ?? dearestFirst }),
  since,
})

/** Reads a page of dish costs, now and at the beginning of a day. */
export function useDishCosts(state: ListState, since: string) {
  useRoom('catalog')
  const asked = { ...costsQueryOf(state, since), per_page: perPage }
  return useQuery({
    queryKey: inventoryKeys.dishCosts(asked),
    queryFn: ({ signal }) => list('/dish-costs', asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.totals.pending ? valuedMs : false),
  })
}
