import { useQuery } from '@tanstack/react-query'
import { useRoom } from '../../api/realtime'
import { floorQuery } from './floorQuery'

/** Reads all salons with their tables, takeaways and deliveries; the floor's events keep it fresh. */
export function useFloor() {
  useRoom('floor')
  return useQuery(floorQuery)
}
