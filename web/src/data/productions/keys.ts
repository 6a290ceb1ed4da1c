import { catalogKeys } from '../catalog/keys'

const all = [...catalogKeys.inventory, 'productions'] as const

/** What was made here; it is stale with what there is. */
export const productionKeys = {
  all,
  list: (asked: unknown) => [...all, 'list', asked] as const,
  one: (id: number) => [...all, 'one', id] as const,
  quote: (asked: unknown) => [...all, 'quote', asked] as const,
}
