import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { list } from '../../api/client'
import { useRoom } from '../../api/realtime'
import type { ItemRef } from '../inventory/item'
import { purchaseKeys } from './keys'

/** Reads the last cost of each of these items (`SUPPLY:3`). */
export function useLastPrices(items: readonly string[]) {
  const asked = [...items].sort().join(',')
  return useQuery({
    queryKey: purchaseKeys.lastPrices(asked),
    queryFn: async ({ signal }) => (await list('/purchase/last-prices', { items: asked }, signal)).rows,
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
}

/** Reads the prices paid for an item, the latest first. */
export function usePriceHistory({ type, id }: ItemRef) {
  useRoom('catalog')
  return useQuery({
    queryKey: purchaseKeys.priceHistory(`${type}:${id}`),
    queryFn: async ({ signal }) =>
      (await list('/purchase/price-history', { item_type: type, item_id: id }, signal)).rows,
  })
}
