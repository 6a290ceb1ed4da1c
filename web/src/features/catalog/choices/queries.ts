import { useQuery } from '@tanstack/react-query'
import { list } from '../../../api/client'
import { choiceKeys } from '../../../data/catalog/choiceKeys'

/** Reads the groups of options, by name. */
export function useChoiceGroups() {
  return useQuery({
    queryKey: choiceKeys.allGroups,
    queryFn: async ({ signal }) => (await list('/choice-groups', { page: false, sort: 'name' }, signal)).rows,
  })
}
