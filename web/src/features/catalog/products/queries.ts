import { useQuery } from '@tanstack/react-query'
import { list, write } from '../../../api/client'
import { catalogKeys } from '../../../data/catalog/keys'
import type { Option } from '../../../ui/form/SelectField'

/** These queries read the catalog as the office edits it. */

/** Reads the attributes whose options guests choose; there are few. */
export function useAttributes() {
  return useQuery({
    queryKey: catalogKeys.allAttributes,
    queryFn: async ({ signal }) => (await list('/attributes', { page: false }, signal)).rows,
  })
}

/** Reads the toppings, by name. */
export function useToppings() {
  return useQuery({
    queryKey: catalogKeys.allToppings,
    queryFn: async ({ signal }) => (await list('/toppings', { page: false }, signal)).rows,
  })
}

/** Reads the dishes that a combo can have: combos do not nest. */
export async function searchDishes(term: string, signal: AbortSignal): Promise<Option<number>[]> {
  const filters = JSON.stringify({ is_no_combo: [true] })
  const found = await list('/products', { term, sort: 'name', per_page: 20, filters }, signal)
  return found.rows.map(({ id, name }) => ({ value: id, label: name }))
}

/** Replaces the photo; null removes it. */
export const saveImage = (product: number, image: File | null, key: string) =>
  image === null
    ? write('DELETE', `/products/${product}/image`, key, {})
    : write('PUT', `/products/${product}/image`, key, image)
