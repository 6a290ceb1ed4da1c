import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client'
import { setCompanyLocale } from '../../i18n/locale'
import { settingsKeys } from './keys'

/** What anybody may know of the restaurant: its name and logo. Also tells whether the server answers. */
export function useCompany() {
  return useQuery({
    queryKey: settingsKeys.company,
    queryFn: async ({ signal }) => {
      const company = await get('/public/company-info', undefined, signal)
      setCompanyLocale(company.locale)
      return company
    },
    staleTime: 10 * 60_000,
  })
}
