import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, list, write } from '../../api/client'
import { isApiError } from '../../api/errors'
import type { NewCollection } from '../../api/model'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { useWrite } from '../../ui/useWrite'
import { cashKeys } from '../cash/keys'
import { receivableKeys } from './keys'

export interface DebtorFilter {
  term: string
  overdue: boolean
  page: number
}

/** Reads a page of debtors, those overdue first. */
export function useDebtors(filter: DebtorFilter) {
  useRoom('cash')
  return useQuery({
    queryKey: receivableKeys.list(filter),
    queryFn: ({ signal }) => list('/receivables', filter, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads all that a client owes. */
export function useDebt(client: number) {
  useRoom('cash')
  return useQuery({
    queryKey: receivableKeys.of(client),
    queryFn: ({ signal }) => get(`/receivables/${client}`, undefined, signal),
  })
}

export interface CollectBody {
  client_id: number
  receivable_id?: number
  amount: string
  payment_option_id: number
  operation_number?: string
}

export function useCollectDebt(onDone: (made: NewCollection) => void) {
  return useWrite((body: CollectBody, key) => write('POST', '/collections', key, body), {
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: receivableKeys.all })
      void queryClient.invalidateQueries({ queryKey: cashKeys.all })
      onDone(made)
    },
    // Somebody else may have collected meanwhile: the present debt is shown behind the error.
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: receivableKeys.all })
      return isApiError(error) && Object.keys(error.fields).length > 0
    },
  })
}
