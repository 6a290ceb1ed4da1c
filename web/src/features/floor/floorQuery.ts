import { get } from '../../api/client'
import { keys, queryClient } from '../../api/query'
import { restoreSession } from '../../session/session'

export const floorQuery = {
  queryKey: keys.floor,
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/floor', undefined, signal),
}

/** Asks for the map's tables while the map's own script is still on its way. */
export async function bringFloor() {
  void restoreSession().then((session) => session && queryClient.prefetchQuery(floorQuery))
  return null
}
