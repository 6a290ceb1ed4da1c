import type { QueryKey } from '../../../api/events'
import { queryClient } from '../../../api/query'

/**
 * Adds a new record to the list that a form chooses from, before the list is read again: the form shows its name at once. An event may
 * have brought it already, and a list with the same value twice cannot be shown.
 */
export function showMade<T extends { id: number }>(list: QueryKey, made: T) {
  queryClient.setQueryData<T[]>(list, (rows = []) => [...rows.filter(({ id }) => id !== made.id), made])
}
