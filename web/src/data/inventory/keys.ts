import { catalogKeys } from '../catalog/keys'

const all = catalogKeys.inventory

/** Stock, the movements that changed it, and their documents. */
export const inventoryKeys = {
  all,
  stock: (asked: unknown) => [...all, 'stock', asked] as const,
  search: (of: string, term: string) => [...all, 'search', of, term] as const,
  good: (type: string, id: number | undefined) => [...all, 'good', type, id] as const,
  edited: (type: string, id: number) => [...all, 'edited', type, id] as const,
  kardex: (item: string, from: string | null, to: string | null) =>
    [...all, 'kardex', item, from, to] as const,
  dishCosts: (asked: unknown) => [...all, 'dish-costs', asked] as const,
  uses: (asked: unknown) => [...all, 'uses', asked] as const,
  register: (month: string) => [...all, 'register', month] as const,
  movements: (path: string, asked: unknown) => [...all, 'movements', path, asked] as const,
  movement: (path: string, id: number) => [...all, 'movement', path, id] as const,
}
