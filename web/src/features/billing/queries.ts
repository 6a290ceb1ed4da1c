import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { list } from '../../api/client'
import { useRoom } from '../../api/realtime'
import { billingKeys } from './keys'

export interface DocumentFilter {
  cycle: number | null
  /** First and last business day. */
  from: string | null
  to: string | null
  term: string
  /** TO_SEND: what the tax authority has not got. */
  state: '' | 'NOT_SENT' | 'TO_SEND' | 'VOIDED'
  page: number
}

/** The documents of a cash cycle, or of everybody; the latest first. */
export function useDocuments(filter: DocumentFilter) {
  useRoom('cash')
  return useQuery({
    queryKey: billingKeys.documents(filter),
    queryFn: ({ signal }) =>
      list(
        '/billings',
        {
          cashbox_cycle_id: filter.cycle,
          date_from: filter.from,
          date_to: filter.to,
          term: filter.term,
          state: filter.state === 'TO_SEND' ? null : filter.state || null,
          to_send: filter.state === 'TO_SEND' || undefined,
          page: filter.page,
          per_page: 30,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}
