import { useQuery } from '@tanstack/react-query'
import { list } from '../../api/client'
import type { Measurement, Supply, Topping, Unit } from '../../api/model'
import { stockKeys } from '../stock/keys'
import { courseKeys } from './courseKeys'
import { catalogKeys } from './keys'

/* These are short lists that the office chooses from, each read whole. */

export type { Measurement, Supply, Topping, Unit }

/** Reads all supplies, by name. */
export function useSupplies() {
  return useQuery({
    queryKey: stockKeys.allSupplies,
    queryFn: async ({ signal }) => (await list('/supplies', { page: false }, signal)).rows,
  })
}

/** Reads all units; those measured by a base unit come after it. */
export function useUnits() {
  return useQuery({
    queryKey: stockKeys.allUnits,
    queryFn: async ({ signal }) => (await list('/measurements', {}, signal)).rows,
  })
}

/** Reads the categories of one type, with their ids in the form that filters use. */
export function useCategories(type: 'PRODUCT' | 'SUPPLY' | 'TOPPING') {
  return useQuery({
    queryKey: catalogKeys.categoriesOf(type),
    queryFn: async ({ signal }) =>
      (await list('/categories', { page: false, filters: JSON.stringify({ type: [type] }) }, signal)).rows,
  })
}

/** Reads the courses of a meal, in the order of eating; most houses have none. */
export function useCourses() {
  return useQuery({
    queryKey: courseKeys.all,
    queryFn: async ({ signal }) => (await list('/courses', undefined, signal)).rows,
  })
}

export function useAreas() {
  return useQuery({
    queryKey: catalogKeys.allAreas,
    queryFn: async ({ signal }) => (await list('/production-areas', {}, signal)).rows,
  })
}

export const optionsOf = (rows: readonly { id: number; name: string }[] | undefined) =>
  (rows ?? []).map(({ id, name }) => ({ value: id, label: name }))

export const filterOptions = (rows: readonly { id: number; name: string }[] | undefined) =>
  (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
