import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, list, write } from '../../api/client'
import type { NewStockCount, StockCount, Uncounted } from '../../api/model'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { isPinTrouble } from '../../data/cash/queries'
import { countKeys } from '../../data/counts/keys'
import { inventoryChanged } from '../../data/inventory/queries'
import { type ListState, listQueryOf } from '../../ui/list/address'
import { perPage } from '../../ui/list/useList'
import { useWrite } from '../../ui/useWrite'

export const countsChanged = () => queryClient.invalidateQueries({ queryKey: countKeys.all })

export function useCounts(state: ListState) {
  useRoom('catalog')
  const asked = { ...listQueryOf(state), per_page: perPage }
  return useQuery({
    queryKey: countKeys.list(asked),
    queryFn: ({ signal }) => list('/stock-counts', asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads a sheet for counting: nothing in it says what is expected. */
export function useCounting(id: number) {
  useRoom('catalog')
  return useQuery({
    queryKey: countKeys.counting(id),
    queryFn: ({ signal }) => get(`/stock-counts/${id}`, { review: false }, signal),
  })
}

/** Reads a sheet with its differences, where the user may see them. */
export function useReview(id: number) {
  useRoom('catalog')
  return useQuery({
    queryKey: countKeys.review(id),
    queryFn: ({ signal }) => get(`/stock-counts/${id}`, { review: true }, signal),
  })
}

export const createCount = (key: string, body: NewStockCount) => write('POST', '/stock-counts', key, body)

type Step = 'review' | 'reopen'

/** Moves a count on to its differences, or back to counting. */
export const useStepCount = (id: number, step: Step, onDone: (count: StockCount) => void) =>
  useWrite((_: undefined, key) => write('POST', `/stock-counts/${id}/${step}`, key, {}), {
    onSuccess: (count) => {
      void countsChanged()
      onDone(count)
    },
  })

export const useRecount = (id: number) =>
  useWrite(
    (body: { line_ids: number[]; user_id?: number | null }, key) =>
      write('POST', `/stock-counts/${id}/recount`, key, body),
    { onSuccess: (count) => queryClient.setQueryData(countKeys.review(id), count) },
  )

interface Approval {
  pin: string
  approver_id: number | null
  uncounted: Uncounted
  client_id: string
}

export const useApprove = (id: number, onDone: (count: StockCount) => void) =>
  useWrite((body: Approval, key) => write('POST', `/stock-counts/${id}/approve`, key, body), {
    onSuccess: (count) => {
      queryClient.setQueryData(countKeys.review(id), count)
      void countsChanged()
      void inventoryChanged()
      onDone(count)
    },
    onError: (error) => {
      // The sheet was approved or changed meanwhile: it is read again.
      if (!isPinTrouble(error)) void countsChanged()
      return isPinTrouble(error)
    },
  })

export const useCancel = (id: number, onDone: () => void) =>
  useWrite((body: { reason: string }, key) => write('DELETE', `/stock-counts/${id}`, key, body), {
    onSuccess: () => {
      void countsChanged()
      onDone()
    },
    onError: () => true,
  })
