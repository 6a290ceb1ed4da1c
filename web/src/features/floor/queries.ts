import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client'
import type { Floor } from '../../api/model'
import { keys } from '../../api/query'
import { useRoom } from '../../api/realtime'

/** All salons with their tables, and what is taken away or delivered; kept fresh by the floor's events. */
export function useFloor() {
  useRoom('floor')
  return useQuery({ queryKey: keys.floor, queryFn: ({ signal }) => get<Floor>('/floor', undefined, signal) })
}
