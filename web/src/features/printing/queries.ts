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

/* Events of receipts come in the room of the cash boxes, so the queries below join a second room. */

/** Reads the print agents; with `often` also without an event, while somebody waits for a new one. */
export function useAgents(often = false) {
  useRoom('printing')
  return useQuery({
    queryKey: printingKeys.agents,
    queryFn: ({ signal }) => list('/print-agents', undefined, signal),
    refetchInterval: often ? 4000 : false,
  })
}

/** A job that expired longer ago than these hours needs no work today. */
const expiredHours = 12

const jobsIn = async (state: string, signal: AbortSignal) =>
  (await list('/print-jobs', { state, per_page: 50 }, signal)).rows

/** Reads the jobs that are not printed; `now` decides which have had their time, `Infinity` takes all. */
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

/** Reads the jobs that wait for a decision, the oldest first; jobs just written are left some time. */
export const useStuckJobs = (now: number) => useOpenJobs(sinceExpired(now), now)

/** Reads all jobs that a till may be alerted about: the server counts the seconds by its own clock. */
export const useAlarmedJobs = (now: number) => useOpenJobs(sinceExpired(now), Number.POSITIVE_INFINITY)

/** Reads the printers whose papers came out at their stand-ins, with these papers. */
export function useReliefs() {
  useRoom('printing')
  useRoom('cash')
  return useQuery({
    queryKey: printingKeys.reliefs,
    queryFn: ({ signal }) => list('/print-reliefs', undefined, signal),
  })
}

/** Reads the printed jobs, the latest first, with filters. */
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

/** Reads the jobs of a virtual printer, the latest first. */
export function usePaper(printerId: number) {
  useRoom('printing')
  useRoom('cash')
  return useQuery({
    queryKey: printingKeys.paper(printerId),
    queryFn: ({ signal }) => list(`/printers/${printerId}/paper`, { limit: 20 }, signal),
  })
}

/** Reads the usual type of a new printer: configuration 5 is 1 for network, 0 for USB. */
export function useUsualType(enabled: boolean) {
  return useQuery({
    queryKey: settingsKeys.printerType,
    queryFn: async ({ signal }): Promise<PrinterKind> =>
      (await get('/configurations/5', undefined, signal)).value === '0' ? 'USB' : 'NETWORK',
    enabled,
    retry: false,
  })
}

/** Reads the printer models that agents know; they come with the server. */
export function useProfiles() {
  const found = useQuery({
    queryKey: printingKeys.profiles,
    queryFn: ({ signal }) => list('/printer-profiles', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return found.data?.rows ?? []
}

/** Reads the agent's installers on this server; anybody may. */
export function useDownloads() {
  return useQuery({
    queryKey: printingKeys.downloads,
    queryFn: ({ signal }) => list('/downloads', undefined, signal),
  })
}

/** Reads the areas and cash boxes that a printer can be given. */
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
