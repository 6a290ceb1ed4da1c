import { useQuery } from '@tanstack/react-query'
import { get, list } from '../../api/client'
import { useRoom } from '../../api/realtime'
import { paymentKeys } from '../payments/keys'
import { settingsKeys } from './keys'

/** A change of the company, its rules or its numbers makes these stale. */
export const settingsStale = [
  settingsKeys.all,
  settingsKeys.company,
  settingsKeys.firstUse,
  paymentKeys.config,
]

export function useWholeCompany() {
  return useQuery({
    queryKey: settingsKeys.wholeCompany,
    queryFn: ({ signal }) => get('/company-info', undefined, signal),
  })
}

/** A change of how documents reach the tax authority makes these stale. */
export const billingStale = [...settingsStale, settingsKeys.wholeCompany]

export function useBillingSetup() {
  return useQuery({
    queryKey: settingsKeys.billingSetup,
    queryFn: ({ signal }) => get('/electronic-billing', undefined, signal),
  })
}

export function useSettings() {
  useRoom('catalog')
  return useQuery({
    queryKey: settingsKeys.house,
    queryFn: ({ signal }) => get('/global-settings', undefined, signal),
  })
}

export function useZones() {
  return useQuery({
    queryKey: settingsKeys.zones,
    queryFn: ({ signal }) => list('/time-zones', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useRates() {
  return useQuery({
    queryKey: settingsKeys.rates,
    queryFn: ({ signal }) => list('/tax-rates', undefined, signal),
  })
}

export function useRegimes() {
  return useQuery({
    queryKey: settingsKeys.regimes,
    queryFn: ({ signal }) => list('/tax-regimes', undefined, signal),
  })
}

export function useTaxZones() {
  return useQuery({
    queryKey: settingsKeys.taxZones,
    queryFn: ({ signal }) => list('/tax-zones', undefined, signal),
  })
}

export function useConfigurations() {
  return useQuery({
    queryKey: settingsKeys.configurations,
    queryFn: ({ signal }) => list('/configurations', { page: false }, signal),
  })
}

export const firstUseQuery = {
  queryKey: settingsKeys.firstUse,
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/first-use', undefined, signal),
}
