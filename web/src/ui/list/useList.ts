import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { oneAt, rowsAt } from '../../api/client'
import { queryClient } from '../../api/query'
import { changeAddress, type ListChange, type ListState, listQueryOf, readAddress } from './address'
import type { ListDescription, Listed } from './types'

export const perPage = 20

export type ChangeList = (change: ListChange, how?: { replace?: boolean }) => void

/** Returns the list's state in the address, and the function that changes it. */
export function useListState(filterNames: readonly string[]): [ListState, ChangeList] {
  const [params, setParams] = useSearchParams()
  const names = filterNames.join(' ')
  const change: ChangeList = useCallback(
    (what, how) => {
      // It reads the present address: the one of this render would undo a change that came since.
      const now = new URLSearchParams(window.location.search)
      setParams(changeAddress(now, names.split(' '), what), how)
    },
    [setParams, names],
  )
  return [readAddress(params, filterNames), change]
}

type Source = Pick<ListDescription<Listed>, 'path' | 'queryKey'>

/** Reads a page of rows; while the next one comes, the one before stays. */
export function useRows<T>({ path, queryKey }: Source, state: ListState) {
  const asked = { ...listQueryOf(state), per_page: perPage }
  return useQuery({
    queryKey: [...queryKey, 'page', asked],
    queryFn: ({ signal }) => rowsAt<T>(path, asked, signal),
    placeholderData: keepPreviousData,
  })
}

interface FoundPages {
  data: { total_pages?: number } | undefined
  isPlaceholderData: boolean
}

/** Shows the last page where the address names one after it: its last row was deleted, or the link is older than the list. */
export function useLastPage({ data, isPlaceholderData }: FoundPages, page: number, change: ChangeList) {
  const pages = data?.total_pages ?? 1
  const beyond = !isPlaceholderData && data !== undefined && page > pages
  useEffect(() => {
    if (beyond) change({ page: pages }, { replace: true })
  }, [beyond, pages, change])
}

/**
 * Reads how many rows there are in all, and how many of them are active; null until it is known. `plain` is the total of a list
 * that nothing narrows; only a narrowed one needs to ask for it.
 */
export function useCounts(
  { path, queryKey }: Source,
  withActive: boolean,
  narrowed: boolean,
  plain?: number,
) {
  const count = (filters: string | null) => ({
    queryKey: [...queryKey, 'count', filters],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await rowsAt(path, { page: 1, per_page: 1, filters }, signal)).total_rows,
  })
  const asked = useQuery({ ...count(null), enabled: narrowed })
  const all = plain ?? asked.data
  const active = useQuery({ ...count('{"status":["ACTIVE"]}'), enabled: withActive })
  if (all === undefined || (withActive && active.data === undefined)) return null
  return { all, active: active.data ?? 0 }
}

/** Finds the row of the open drawer: among the rows shown, or fetched when a link leads to it. */
export function useOpenRow<T extends Listed>(
  { path, queryKey, wholeRow }: Pick<ListDescription<T>, 'path' | 'queryKey' | 'wholeRow'>,
  open: ListState['open'],
  rows: T[] | undefined,
) {
  const shown = wholeRow ? undefined : rows?.find((row) => row.id === open)
  const fetched = useQuery({
    queryKey: [...queryKey, 'one', open],
    queryFn: ({ signal }) => oneAt<T>(`${path}/${open}`, signal),
    enabled: typeof open === 'number' && rows !== undefined && !shown,
    // A form must not begin with values that have changed since, so the row is read again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return { row: shown ?? fetched.data ?? null, error: shown ? null : fetched.error }
}

/** A change is shown in the present rows before they are read again. */
export function patchRow(queryKey: readonly unknown[], id: number, change: Partial<Listed>) {
  queryClient.setQueriesData<unknown>({ queryKey }, (data: unknown) => {
    if (!data || typeof data !== 'object' || !('rows' in data) || !Array.isArray(data.rows)) return data
    return { ...data, rows: data.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) }
  })
}

export function refetchRows({
  queryKey,
  alsoStale = [],
}: Pick<ListDescription<Listed>, 'queryKey' | 'alsoStale'>): Promise<unknown> {
  return Promise.all([queryKey, ...alsoStale].map((key) => queryClient.invalidateQueries({ queryKey: key })))
}
