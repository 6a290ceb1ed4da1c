import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, list, write } from '../../../api/client'
import type { NewProduction, Production } from '../../../api/model'
import { useRoom } from '../../../api/realtime'
import { inventoryChanged } from '../../../data/inventory/queries'
import { productionKeys } from '../../../data/productions/keys'
import { type ListState, listQueryOf } from '../../../ui/list/address'
import { perPage } from '../../../ui/list/useList'
import { useWrite } from '../../../ui/useWrite'

interface Filter {
  state: ListState
  from: string | null
  to: string | null
}

/** Reads a page of productions, the latest first. */
export function useProductions({ state, from, to }: Filter) {
  useRoom('catalog')
  const asked = { ...listQueryOf(state), date_from: from, date_to: to, per_page: perPage }
  return useQuery({
    queryKey: productionKeys.list(asked),
    queryFn: ({ signal }) => list('/productions', asked, signal),
    placeholderData: keepPreviousData,
  })
}

export function useProduction(id: number) {
  useRoom('catalog')
  return useQuery({
    queryKey: productionKeys.one(id),
    queryFn: ({ signal }) => get(`/productions/${id}`, undefined, signal),
  })
}

/** The production that a quote is for: a quantity of a supply, in this unit. */
export interface ProductionQuery {
  supply_id: number
  quantity: string
  measurement_id: number | null
}

/** Reads the ingredients by the recipe, with their stock. */
export const quoteQuery = (asked: ProductionQuery) => ({
  queryKey: productionKeys.quote(asked),
  queryFn: ({ signal }: { signal?: AbortSignal }) => get('/productions/quote', { ...asked }, signal),
})

export const createProduction = (key: string, body: NewProduction) => write('POST', '/productions', key, body)

/** Takes a production back: its ingredients return, and what was made leaves; or makes it count again. */
export const useProductionStatus = (id: number, onDone: (production: Production) => void) =>
  useWrite(
    (body: { status: 'APPROVED' | 'REJECTED'; reason?: string }, key) =>
      write('PATCH', `/productions/${id}`, key, body),
    {
      onSuccess: (production) => {
        void inventoryChanged()
        onDone(production)
      },
      // The dialog that asks for it shows the error.
      onError: () => true,
    },
  )
