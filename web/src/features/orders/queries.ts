import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { get } from '../../api/client'
import type { Request, SaleCatalog } from '../../api/model'
import { keys } from '../../api/query'
import { useRoom } from '../../api/realtime'
import type { Draft } from './account'

/** One account, live: what another waiter adds at the same table appears by itself. */
export function useRequest(id: number) {
  useRoom(`request:${id}`)
  return useQuery({
    queryKey: keys.request(id),
    queryFn: ({ signal }) => get<Request>(`/client-requests/${id}`, undefined, signal),
  })
}

/** Everything that can be sold, in one answer; it changes seldom and an event says when. */
export function useCatalog() {
  useRoom('catalog')
  return useQuery({
    queryKey: keys.catalog,
    queryFn: ({ signal }) => get<SaleCatalog>('/catalog/sale', undefined, signal),
    staleTime: 5 * 60_000,
  })
}

/** Taps under way. They are shown at once and leave when the server has answered. */
export const useDrafts = create<{ drafts: Draft[] }>()(() => ({ drafts: [] }))

export const addDraft = (draft: Draft) =>
  useDrafts.setState((state) => ({ drafts: [...state.drafts, draft] }))
export const dropDraft = (id: string) =>
  useDrafts.setState((state) => ({ drafts: state.drafts.filter((draft) => draft.id !== id) }))
