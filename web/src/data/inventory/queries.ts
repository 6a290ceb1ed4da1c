import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, list, rowsAt, write } from '../../api/client'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { type ListState, listQueryOf } from '../../ui/list/address'
import { perPage } from '../../ui/list/useList'
import { useWrite } from '../../ui/useWrite'
import { catalogKeys } from '../catalog/keys'
import { useLastPrices } from '../purchases/prices'
import { stockKeys } from '../stock/keys'
import { inventoryKeys } from './keys'
import type { ItemType, Kardex, KardexRow, Movement, MovementBody, MovementStatus, StockRow } from './types'

/** A stock movement makes these stale: they show quantities. */
export const afterMoving = [inventoryKeys.all, stockKeys.supplies, catalogKeys.products] as const

export const inventoryChanged = () =>
  Promise.all(afterMoving.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** While a valuation runs it is asked for at this interval in ms, because no event says that it ended. */
export const valuedMs = 2_000

/** Reads a page of stock, with the sums of all of it. */
export function useStock(state: ListState) {
  useRoom('catalog')
  const { below_min_stock: below, ...filters } = state.filters
  const asked = {
    ...listQueryOf({ ...state, filters }),
    below_min_stock: below ? true : null,
    per_page: perPage,
  }
  return useQuery({
    queryKey: inventoryKeys.stock(asked),
    queryFn: ({ signal }) => list('/stock', asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.totals.pending ? valuedMs : false),
  })
}

/** Reads the last provider of each row, by `SUPPLY:3`. */
export function useLastProviders(rows: readonly StockRow[] | undefined) {
  const bought = (rows ?? []).filter((row) => row.last_purchase)
  const found = useLastPrices(bought.map((row) => `${row.item_type}:${row.item_id}`)).data ?? []
  return new Map(found.map((row) => [`${row.item_type}:${row.item_id}`, row.provider_name]))
}

const offered = 8

/** A counted item as a search finds it. */
export interface FoundItem {
  type: ItemType
  id: number
  name: string
  category: string | null
  /** The item's own unit; the only unit of a product has no id and is null. */
  measurement_id: number | null
  measurement: string
  /** The quantity in stock; null where the search does not give it. */
  stock: string | null
}

export type Search = (term: string, signal?: AbortSignal) => Promise<FoundItem[]>

/** Searches products and supplies together, for users who may read the stock. */
export const searchStock: Search = async (term, signal) =>
  (await list('/stock', { term, sort: 'name', per_page: offered }, signal)).rows.map((row) => ({
    ...row,
    type: row.item_type,
    id: row.item_id,
    category: row.category ?? null,
    measurement_id: row.measurement_id ?? null,
  }))

const active = JSON.stringify({ status: ['ACTIVE'] })

/** Searches items of one kind, for those who move stock; cooks may use it too. */
export const searchGoods: Record<ItemType, Search> = {
  SUPPLY: async (term, signal) => {
    const found = await list(
      '/supplies',
      { term, sort: 'name', per_page: 4 * offered, filters: active },
      signal,
    )
    return found.rows
      .filter((row) => row.has_stock)
      .slice(0, offered)
      .map((row) => ({
        ...row,
        type: 'SUPPLY',
        category: row.category ?? null,
        stock: row.stock ?? null,
      }))
  },
  PRODUCT: async (term, signal) => {
    const asked = { term, sort: 'name', per_page: offered, has_stocks: true, filters: active }
    const found = await list('/products', asked, signal)
    return found.rows.map((row) => ({
      ...row,
      type: 'PRODUCT',
      category: row.category ?? null,
      measurement_id: null,
      measurement: pieceUnit,
      stock: null,
    }))
  },
}

/** Products are counted in this unit. */
export const pieceUnit = 'und'

/** Reads every move of an item between two days, with the quantities before and after. */
export function useKardex(
  item: { type: ItemType; id: number } | null,
  from: string | null,
  to: string | null,
) {
  useRoom('catalog')
  return useQuery({
    queryKey: inventoryKeys.kardex(`${item?.type}:${item?.id}`, from, to),
    queryFn: ({ signal }) =>
      rowsAt<KardexRow, Omit<Kardex, 'rows'>>(
        `/products/kardex/${item?.id}`,
        { item_type: item?.type, date_initialize: from, date_end: to },
        signal,
      ),
    enabled: item !== null,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.pending ? valuedMs : false),
  })
}

/** Reads the totals of the register of valued inventory of a month (`2026-11`). */
export const useRegister = (month: string) =>
  useQuery({
    queryKey: inventoryKeys.register(month),
    queryFn: ({ signal }) => get('/stock/register', { month }, signal),
    placeholderData: keepPreviousData,
  })

/** Returns the API path of the movements of one kind of item. */
export const movementsOf = (type: ItemType) =>
  type === 'SUPPLY' ? ('/supply-movements' as const) : ('/inventory' as const)

export interface MovementFilter {
  state: ListState
  from: string | null
  to: string | null
}

export function useMovements(type: ItemType, { state, from, to }: MovementFilter) {
  useRoom('catalog')
  const asked = { ...listQueryOf(state), date_from: from, date_to: to, per_page: perPage }
  const path = movementsOf(type)
  return useQuery({
    queryKey: inventoryKeys.movements(path, asked),
    queryFn: ({ signal }) => list(path, asked, signal),
    placeholderData: keepPreviousData,
  })
}

export function useMovement(type: ItemType, id: number) {
  useRoom('catalog')
  const path = movementsOf(type)
  return useQuery({
    queryKey: inventoryKeys.movement(path, id),
    queryFn: ({ signal }) => get(`${path}/${id}`, undefined, signal),
  })
}

/** Reads one item that may be moved, in the shape that searches give. */
export async function goodOf(type: ItemType, id: number, signal?: AbortSignal): Promise<FoundItem> {
  if (type === 'SUPPLY') {
    const supply = await get(`/supplies/${id}`, undefined, signal)
    return { ...supply, type, category: supply.category ?? null, stock: supply.stock ?? null }
  }
  const product = await get(`/products/${id}`, undefined, signal)
  return {
    ...product,
    type,
    category: product.category ?? null,
    measurement_id: null,
    measurement: pieceUnit,
    stock: null,
  }
}

export const createMovement = (type: ItemType, key: string, body: MovementBody) =>
  write('POST', movementsOf(type), key, body)

export interface MovementTexts {
  name: string
  description: string
  responsible: string
}

export const changeMovement = (type: ItemType, id: number, key: string, texts: Partial<MovementTexts>) =>
  write('PUT', `${movementsOf(type)}/${id}`, key, texts)

/** Rejects a movement, which takes its moves back, or approves it again. */
export const useMovementStatus = (type: ItemType, id: number, onDone: (movement: Movement) => void) =>
  useWrite(
    (body: { status: MovementStatus; reason?: string }, key) =>
      write('PATCH', `${movementsOf(type)}/${id}`, key, body),
    {
      onSuccess: (movement) => {
        void inventoryChanged()
        onDone(movement)
      },
      // The dialog that asks for it shows the error.
      onError: () => true,
    },
  )

/** Takes a movement that never moved anything off the list. */
export const useDeleteMovement = (type: ItemType, id: number, onDone: () => void) =>
  useWrite((_: undefined, key) => write('DELETE', `${movementsOf(type)}/${id}`, key, {}), {
    onSuccess: () => {
      void inventoryChanged()
      onDone()
    },
    onError: () => true,
  })
