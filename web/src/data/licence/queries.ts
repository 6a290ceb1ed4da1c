import { get } from '../../api/client'
import { queryClient } from '../../api/query'
import { licenceKeys } from './keys'

export const licenceQuery = {
  queryKey: licenceKeys.status,
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/license/status', undefined, signal),
  staleTime: 5 * 60_000,
}

let onInactive = () => {}
export function whenLicenceInactive(callback: () => void) {
  onInactive = callback
}

/** Sends to the licence page when the licence is not active. A check that fails is logged and blocks nobody. */
export async function checkLicence(): Promise<void> {
  try {
    const licence = await queryClient.fetchQuery(licenceQuery)
    if (!licence.license_active) onInactive()
  } catch (error) {
    console.warn('Licence check failed', error)
  }
}
