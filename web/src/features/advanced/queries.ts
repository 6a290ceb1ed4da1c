import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client'
import type { components } from '../../api/schema.gen'
import { advancedKeys } from '../../data/advanced/keys'

type Schemas = components['schemas']
export type AdvancedOptions = Schemas['AdvancedOptions']
/** What one kind of deletion would delete, or why it cannot be done now. */
export type DeletableRows = Schemas['Section']
export type Deleted = Schemas['Deleted']

/** Reads how much each deletion would take. It is never cached: somebody may have sold since. */
export function useAdvancedOptions() {
  return useQuery({
    queryKey: advancedKeys.all,
    queryFn: ({ signal }) => get('/advanced-options', undefined, signal),
    staleTime: 0,
  })
}
