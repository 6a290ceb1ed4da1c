import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, list } from '../../../api/client'
import { reportKeys } from '../../../data/reports/keys'

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
    queryKey: reportKeys.actionLog(query),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => list('/pos-options/action-logs', { ...query, per_page: 50 }, signal),
  })
}

export function useActionFilters() {
  return useQuery({
    queryKey: reportKeys.actionFilters,
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => get('/pos-options/action-log-filters', undefined, signal),
  })
}
