import { useQuery } from '@tanstack/react-query'
import { get } from '../../../api/client'
import { useRoom } from '../../../api/realtime'
import { orderKeys } from '../../../data/orders/keys'
import { settingsKeys } from '../../../data/settings/keys'
import { may } from '../../../session/permissions'
import type { User } from '../../../session/session'

/** Reads the commands of a table; the floor's events keep it fresh. */
export function useTableOrders(tableId: number | null) {
  useRoom('floor')
  return useQuery({
    queryKey: orderKeys.ofTable(tableId),
    enabled: tableId !== null,
    queryFn: ({ signal }) => get(`/pos-options/orders-by-table/${tableId ?? 0}`, undefined, signal),
  })
}

/** Reads what two tables would come to as one. */
export function useMergePreview(origin: number | null, destination: number | null) {
  useRoom('floor')
  return useQuery({
    queryKey: orderKeys.merged(origin, destination),
    enabled: origin !== null && destination !== null,
    queryFn: ({ signal }) =>
      get(
        '/pos-options/merge-preview',
        { origin_table_id: origin, destination_table_id: destination },
        signal,
      ),
  })
}

/** Returns whether this user serves a table: waiters their own, unless the restaurant lets them share. */
export function useServes(user: User): (attendant: number | undefined) => boolean {
  const onlyOwn = !may(user, 'others_tables')
  const settings = useQuery({
    queryKey: settingsKeys.sharing,
    enabled: onlyOwn,
    queryFn: ({ signal }) => get('/global-settings', undefined, signal),
  })
  return (attendant) => !onlyOwn || attendant === user.id || settings.data?.waiters_share_tables === true
}
