import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client'
import { setCompanyLocale } from '../../i18n/locale'
import { settingsKeys } from './keys'

/** Reads the name and logo of the restaurant, which anybody may know. It also shows whether the server answers. */
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
