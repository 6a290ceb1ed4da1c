import { get } from '../../api/client'
import { keptQuery } from '../../api/kept'
import type { Account } from '../../api/model'
import { queryClient } from '../../api/query'
import { restoreSession } from '../../session/session'
import { catalogKeys } from '../catalog/keys'
import { orderKeys } from './keys'
import { whenWritesSettle } from './pendingWrites'

export const requestQuery = (id: number) =>
  keptQuery(
    orderKeys.one(id),
    async (signal) => {
      const fetched = await get(`/client-requests/${id}`, undefined, signal)
      await whenWritesSettle(id)
      // The answer of a write may be newer than this one.
      const known = queryClient.getQueryData<Account>(orderKeys.one(id))
      return known && known.version > fetched.version ? known : fetched
    },
    (request) => request.closed_at == null,
  )

export const catalogQuery = {
  ...keptQuery(catalogKeys.sale, (signal) => get('/catalog/sale', undefined, signal)),
  staleTime: 5 * 60_000,
}

/* Reading it from the device again takes a phone longer than everything else that a tap on a table does. */
queryClient.setQueryDefaults(catalogQuery.queryKey, { gcTime: Number.POSITIVE_INFINITY })

/** Asks for an account and the menu while the screen before is still leaving, or its own script is loading. */
export async function bringRequest(id: number) {
  void restoreSession().then((session) => {
    if (!session) return
    void queryClient.prefetchQuery(requestQuery(id))
    void queryClient.prefetchQuery(catalogQuery)
  })
  return null
}
