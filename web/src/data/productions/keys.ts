import { catalogKeys } from '../catalog/keys'

const all = [...catalogKeys.inventory, 'productions'] as const

/** Productions of goods; they become stale together with the stock. */
export const productionKeys = {
  all,
  list: (asked: unknown) => [...all, 'list', asked] as const,
  one: (id: number) => [...all, 'one', id] as const,
  quote: (asked: unknown) => [...all, 'quote', asked] as const,
}
