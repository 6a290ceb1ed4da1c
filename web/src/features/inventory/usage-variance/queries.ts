import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { list } from '../../../api/client'
import { useRoom } from '../../../api/realtime'
import { inventoryKeys } from '../../../data/inventory/keys'
import { valuedMs } from '../../../data/inventory/queries'
import type { Span } from '../../../ui/dates/periods'
import { type ListState, listQueryOf } from '../../../ui/list/address'
import { perPage } from '../../../ui/list/useList'

/** Returns the query of the list of used goods. */
export const usesQueryOf = (state: ListState, { from, to }: Span) => ({
  ...listQueryOf(state),
  date_initialize: from,
  date_end: to,
})

/** Reads a page of the use between two business days, by recipes and by counts. */
export function useStockUses(state: ListState, span: Span) {
  useRoom('catalog')
  const asked = { ...usesQueryOf(state, span), per_page: perPage }
  return useQuery({
    queryKey: inventoryKeys.uses(asked),
    queryFn: ({ signal }) => list('/stock/use', asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.totals.pending ? valuedMs : false),
  })
}
