import { useQuery } from '@tanstack/react-query'
import { get, list } from '../../api/client'
import { keys } from '../../api/query'
import { useRoom } from '../../api/realtime'

export const companyKey = [...keys.company, 'whole'] as const
export const ratesKey = [...keys.settings, 'rates'] as const
export const configurationsKey = [...keys.settings, 'configurations'] as const
export const seriesKey = [...keys.settings, 'series'] as const
export const billingTypesKey = [...keys.settings, 'types'] as const
/** What a change of the company, its rules or its numbers makes stale. */
export const settingsStale = [keys.settings, keys.company, keys.firstUse, keys.paymentConfig]

export function useWholeCompany() {
  return useQuery({
    queryKey: companyKey,
    queryFn: ({ signal }) => get('/company-info', undefined, signal),
  })
}

export function useSettings() {
  useRoom('catalog')
  return useQuery({
    queryKey: [...keys.settings, 'all'],
    queryFn: ({ signal }) => get('/global-settings', undefined, signal),
  })
}

export function useZones() {
  return useQuery({
    queryKey: ['time-zones'],
    queryFn: ({ signal }) => list('/time-zones', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useRates() {
  return useQuery({
    queryKey: ratesKey,
    queryFn: ({ signal }) => list('/tax-rates', undefined, signal),
  })
}

export function useConfigurations() {
  return useQuery({
    queryKey: configurationsKey,
    queryFn: ({ signal }) => list('/configurations', { page: false }, signal),
  })
}

export const firstUseQuery = {
  queryKey: keys.firstUse,
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/first-use', undefined, signal),
}
