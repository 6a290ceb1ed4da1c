import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client'
import { keys } from '../../api/query'

export interface PublicCompany {
  commercial_name: string
  logo: string | null
  license_active: boolean
}

/** What anybody may know of the restaurant: its name and logo. Also tells whether the server answers. */
export function useCompany() {
  return useQuery({
    queryKey: keys.company,
    queryFn: ({ signal }) => get<PublicCompany>('/public/company-info', undefined, signal),
    staleTime: 10 * 60_000,
  })
}
