import { useQuery } from '@tanstack/react-query'
import { useRoom } from '../../api/realtime'
import { holdsFor } from './catalog'
import { catalogQuery, requestQuery } from './requestQuery'

/** One account, live: what another waiter adds at the same table appears by itself. */
export function useRequest(id: number) {
  useRoom(`request:${id}`)
  return useQuery(requestQuery(id))
}

/** Everything that can be sold, in one answer; it changes seldom and an event says when. */
export function useCatalog() {
  useRoom('catalog')
  return useQuery({
    ...catalogQuery,
    refetchInterval: ({ state }) => holdsFor(state.data?.changes_at, Date.now()),
    refetchIntervalInBackground: true,
  })
}
