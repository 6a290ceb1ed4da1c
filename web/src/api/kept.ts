import type { QueryKey } from '@tanstack/react-query'
import { dropKept, type KeptAnswer, keep, readKept } from '../session/kept'
import { isApiError } from './errors'
import { queryClient } from './query'
import { noteHeard } from './realtime'

/** Returns the name under which the device keeps the answer of a query. */
export const keptName = (queryKey: QueryKey) => JSON.stringify(queryKey)

/**
 * Defines a query whose last answer the device keeps while it `isWorth` that: it is shown until the server has answered, or when
 * it does not.
 */
export function keptQuery<T>(
  queryKey: QueryKey,
  ask: (signal: AbortSignal) => Promise<T>,
  isWorth: (data: T) => boolean = () => true,
) {
  const name = keptName(queryKey)
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const asked = ask(signal)
      if (queryClient.getQueryData(queryKey) === undefined)
        showing.set(name, showKept<T>(queryKey, name).catch(console.warn))
      const data = await asked.catch((error: unknown) => {
        if (isApiError(error) && error.status >= 400 && error.status < 500) forget(queryKey, name)
        throw error
      })
      shown.delete(name)
      showing.delete(name)
      void (isWorth(data) ? keep(name, data) : dropKept(name)).catch(console.warn)
      return data
    },
  }
}

/** These answers are being read from the device now. */
const showing = new Map<string, Promise<void>>()

/** Asks for a query, and waits no longer than until the device's kept answer is there or known to be missing. */
export async function bringKept<T>(query: ReturnType<typeof keptQuery<T>>) {
  const asked = queryClient.prefetchQuery(query)
  await Promise.race([asked, showing.get(keptName(query.queryKey))])
}

/** These answers are shown from the device, because the server has not answered yet. */
const shown = new Set<string>()

/** An answer that the server no longer gives is dropped from the device and from the screen. */
function forget(queryKey: QueryKey, name: string) {
  void dropKept(name).catch(console.warn)
  if (shown.delete(name)) void queryClient.resetQueries({ queryKey, exact: true })
}

const showKept = async <T>(queryKey: QueryKey, name: string) =>
  placeKept(queryKey, name, await readKept<T>(name))

/** Puts the device's kept answers into the cache, for the screens that ask next. */
export function placeKept<T>(queryKey: QueryKey, name: string, kept: KeptAnswer<T> | null) {
  // The server may have answered first.
  if (!kept || queryClient.getQueryData(queryKey) !== undefined) return
  shown.add(name)
  queryClient.setQueryData(queryKey, kept.data, { updatedAt: kept.at })
  // A kept answer is fetched anew however young it is: no event was heard while this page was closed.
  void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  noteHeard(kept.at)
}
