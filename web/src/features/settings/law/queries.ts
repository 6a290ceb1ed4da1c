import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get } from '../../../api/client'
import { useRoom } from '../../../api/realtime'
import { lawKeys } from './keys'

/** New prices are rounded to one of these. */
export const roundings = ['0.10', '0.50', '1.00'] as const
export type Rounding = (typeof roundings)[number]

/** A menu has fewer dishes than this, so that a proposal is accepted whole. */
const allDishes = 2000

export const useLaw = () =>
  useQuery({
    queryKey: lawKeys.facts,
    queryFn: ({ signal }) => get('/law', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Reads the next change of the rate with the prices of its dishes; again when the menu changes. */
export function useRateChange(rounding: Rounding) {
  useRoom('catalog')
  const asked = { rounding, limit: allDishes }
  return useQuery({
    queryKey: lawKeys.change(asked),
    queryFn: ({ signal }) => get('/law/rate-change', asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads the same without the dishes, to know only whether there is a change. */
export const useRateNews = (enabled: boolean) => {
  const asked = { limit: 1 }
  return useQuery({
    queryKey: lawKeys.change(asked),
    queryFn: ({ signal }) => get('/law/rate-change', asked, signal),
    enabled,
    staleTime: 300_000,
  })
}
