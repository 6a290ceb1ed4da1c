import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, list } from '../../api/client'
import type { PrinterKind } from '../../api/model'
import { useRoom } from '../../api/realtime'
import { cashKeys } from '../../data/cash/keys'
import { catalogKeys } from '../../data/catalog/keys'
import { printingKeys } from '../../data/printing/keys'
import { stuckJobs } from '../../data/printing/state'
import { settingsKeys } from '../../data/settings/keys'

export function usePrinters() {
  useRoom('printing')
  useRoom('cash')
  return useQuery({
    queryKey: printingKeys.printers,
    queryFn: ({ signal }) => list('/printers', { page: false }, signal),
  })
}

/* Papers of the cash desk are told of where cash is seen: hence the second room below. */

/** `often`: while somebody waits for a new one, also without an event. */
export function useAgents(often = false) {
  useRoom('printing')
  return useQuery({
    queryKey: printingKeys.agents,
    queryFn: ({ signal }) => list('/print-agents', undefined, signal),
    refetchInterval: often ? 4000 : false,
  })
}

/** What expired longer ago is history, no work for today. */
const expiredHours = 12

const jobsIn = async (state: string, signal: AbortSignal) =>
  (await list('/print-jobs', { state, per_page: 50 }, signal)).rows

/** What is not on paper; `now` decides what has had its time, `Infinity` takes all. */
function useOpenJobs(since: number, now: number) {
  useRoom('printing')
  useRoom('cash')
  return useQuery({
    queryKey: printingKeys.stuck,
    queryFn: async ({ signal }) => {
      const [waiting, expired] = await Promise.all([jobsIn('WAITING', signal), jobsIn('EXPIRED', signal)])
      return [...waiting, ...expired]
    },
    select: (jobs) => stuckJobs(jobs, since, now),
  })
}

const sinceExpired = (now: number) => now - expiredHours * 3_600_000

/** Jobs that wait for somebody's decision, the oldest first; what has just been written is left its time. */
export const useStuckJobs = (now: number) => useOpenJobs(sinceExpired(now), now)

/** All that a till's alarm may mean: the server has counted the seconds, by its own clock. */
export const useAlarmedJobs = (now: number) => useOpenJobs(sinceExpired(now), Number.POSITIVE_INFINITY)

/** What was printed, the latest first, narrowed by what was chosen. */
export function useJobHistory(page: number, term: string, narrowed: Record<string, string[]>) {
  useRoom('printing')
  useRoom('cash')
  const filters = Object.fromEntries(Object.entries(narrowed).filter(([, values]) => values.length > 0))
  const asked = { page, per_page: 20, term: term || null, filters: JSON.stringify(filters) }
  return useQuery({
    queryKey: printingKeys.history(asked),
    queryFn: ({ signal }) => list('/print-jobs', asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** What a virtual printer printed, the latest first. */
export function usePaper(printerId: number) {
  useRoom('printing')
  useRoom('cash')
  return useQuery({
    queryKey: printingKeys.paper(printerId),
    queryFn: ({ signal }) => list(`/printers/${printerId}/paper`, { limit: 20 }, signal),
  })
}

/** What a new printer's form begins with: configuration 5 is 1 for network, 0 for USB. */
export function useUsualType(enabled: boolean) {
  return useQuery({
    queryKey: settingsKeys.printerType,
    queryFn: async ({ signal }): Promise<PrinterKind> =>
      (await get('/configurations/5', undefined, signal)).value === '0' ? 'USB' : 'NETWORK',
    enabled,
    retry: false,
  })
}

/** The models that agents know; they come with the server. */
export function useProfiles() {
  const found = useQuery({
    queryKey: printingKeys.profiles,
    queryFn: ({ signal }) => list('/printer-profiles', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return found.data?.rows ?? []
}

/** The agent's installers on this server; anybody may ask. */
export function useDownloads() {
  return useQuery({
    queryKey: printingKeys.downloads,
    queryFn: ({ signal }) => list('/downloads', undefined, signal),
  })
}

/** What a printer can be given: areas and cash boxes. */
export function usePlaces() {
  const areas = useQuery({
    queryKey: catalogKeys.areas,
    queryFn: ({ signal }) => list('/production-areas', { page: false }, signal),
  })
  const cashboxes = useQuery({
    queryKey: cashKeys.cashboxes,
    queryFn: ({ signal }) => list('/cashboxes', { page: false }, signal),
  })
  return { areas: areas.data?.rows ?? [], cashboxes: cashboxes.data?.rows ?? [] }
}
