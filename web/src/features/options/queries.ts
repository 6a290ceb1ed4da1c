import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, list } from '../../api/client'
import { keys } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { may } from '../../session/permissions'
import type { User } from '../../session/session'

/** What was ordered at a table, command by command; the floor's events keep it fresh. */
export function useTableOrders(tableId: number | null) {
  useRoom('floor')
  return useQuery({
    queryKey: [...keys.floor, 'orders', tableId],
    enabled: tableId !== null,
    queryFn: ({ signal }) => get(`/pos-options/orders-by-table/${tableId ?? 0}`, undefined, signal),
  })
}

/** What two tables would come to as one. */
export function useMergePreview(origin: number | null, destination: number | null) {
  return useQuery({
    queryKey: [...keys.floor, 'merge', origin, destination],
    enabled: origin !== null && destination !== null,
    queryFn: ({ signal }) =>
      get(
        '/pos-options/merge-preview',
        { origin_table_id: origin, destination_table_id: destination },
        signal,
      ),
  })
}

/** Whether this person serves a table: waiters their own, unless the house lets them share. */
export function useServes(user: User): (attendant: number | undefined) => boolean {
  const onlyOwn = !may(user, 'others_tables')
  const settings = useQuery({
    queryKey: [...keys.company, 'settings'],
    enabled: onlyOwn,
    queryFn: ({ signal }) => get('/global-settings', undefined, signal),
  })
  return (attendant) => !onlyOwn || attendant === user.id || settings.data?.waiters_share_tables === true
}

export interface LogQuery {
  action_type: string | null
  user_id: string | null
  date_from: string | null
  date_to: string | null
  client_request_id: string | null
  page: number
}

export function useActionLog(query: LogQuery) {
  return useQuery({
    queryKey: ['action-log', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => list('/pos-options/action-logs', { ...query, per_page: 50 }, signal),
  })
}

export function useActionFilters() {
  return useQuery({
    queryKey: ['action-log', 'filters'],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => get('/pos-options/action-log-filters', undefined, signal),
  })
}
