import { useQuery } from '@tanstack/react-query'
import { useRoom } from '../../api/realtime'
import { holdsFor } from './holdsFor'
import { catalogQuery, requestQuery } from './requestQuery'

/** Reads one account, live: lines that another waiter adds appear by themselves. */
export function useRequest(id: number) {
  useRoom(`request:${id}`)
  return useQuery(requestQuery(id))
}

/** Reads everything that can be sold, in one answer; it changes seldom and an event says when. */
export function useCatalog() {
  useRoom('catalog')
  return useQuery({
    ...catalogQuery,
    refetchInterval: ({ state }) => holdsFor(state.data?.changes_at, Date.now()),
    refetchIntervalInBackground: true,
  })
}
