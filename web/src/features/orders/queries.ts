import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client'
import type { Request } from '../../api/model'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { catalogKeys } from '../catalog/keys'
import { holdsFor } from './catalog'
import { quiet } from './inflight'
import { orderKeys } from './keys'

/** One account, live: what another waiter adds at the same table appears by itself. */
export function useRequest(id: number) {
  useRoom(`request:${id}`)
  return useQuery({
    queryKey: orderKeys.one(id),
    queryFn: async ({ signal }) => {
      const fetched = await get(`/client-requests/${id}`, undefined, signal)
      await quiet(id)
      // The answer of a write may have overtaken this one.
      const known = queryClient.getQueryData<Request>(orderKeys.one(id))
      return known && known.version > fetched.version ? known : fetched
    },
  })
}

/** Everything that can be sold, in one answer; it changes seldom and an event says when. */
export function useCatalog() {
  useRoom('catalog')
  return useQuery({
    queryKey: catalogKeys.sale,
    queryFn: ({ signal }) => get('/catalog/sale', undefined, signal),
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) => holdsFor(state.data?.changes_at, Date.now()),
    refetchIntervalInBackground: true,
  })
}
