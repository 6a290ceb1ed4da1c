import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { list } from '../../api/client'
import { useRoom } from '../../api/realtime'
import { printingKeys } from './keys'

/**
 * Reads the areas that somebody prints for; null until it is known. All screens share one answer: jobs and agents do not change
 * it.
 */
export function usePrintedAreas(): Set<number> | null {
  useRoom('printing')
  const { data } = useQuery({
    queryKey: printingKeys.printedAreas,
    queryFn: ({ signal }) => list('/printer-area', undefined, signal),
    staleTime: 10 * 60_000,
  })
  return useMemo(() => (data ? new Set(data.rows.map((row) => row.production_area_id)) : null), [data])
}
