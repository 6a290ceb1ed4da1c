import { useQuery } from '@tanstack/react-query'
import { list } from '../../api/client'
import { fullName } from '../../session/session'
import type { FilterOption } from '../../ui/list/types'
import { peopleKeys } from './keys'

/** Reads the people who work at the tables and at the till, as options to choose from. */
export function useWaiters(enabled: boolean): FilterOption[] {
  const { data } = useQuery({
    queryKey: peopleKeys.waiters,
    queryFn: ({ signal }) => list('/users-as-waiters', { page: false }, signal),
    enabled,
  })
  return (data?.rows ?? []).map((each) => ({ value: String(each.id), label: fullName(each) }))
}
