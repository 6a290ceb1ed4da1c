import { useQuery } from '@tanstack/react-query'
import { useRoom } from '../../api/realtime'
import { floorQuery } from './floorQuery'

/** All salons with their tables, and what is taken away or delivered; kept fresh by the floor's events. */
export function useFloor() {
  useRoom('floor')
  return useQuery(floorQuery)
}
