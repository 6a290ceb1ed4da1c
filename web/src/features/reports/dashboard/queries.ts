import { useQuery } from '@tanstack/react-query'
import { get } from '../../../api/client'
import { useRoom } from '../../../api/realtime'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { reportKeys } from '../keys'

/** How things stand: fetched again whenever the rooms of this person say that something happened, and every minute. */
export function useStanding() {
  const user = useUser()
  useRoom(may(user, 'see_floor') ? 'floor' : null)
  useRoom(may(user, 'see_kitchen') ? 'kitchen' : null)
  useRoom(may(user, 'own_cycle') ? 'cash' : null)
  return useQuery({
    queryKey: reportKeys.now,
    queryFn: ({ signal }) => get('/dashboard/now', undefined, signal),
    refetchInterval: 60_000,
  })
}

/** The last days: they change little while one looks on. */
export const useWeek = () =>
  useQuery({
    queryKey: reportKeys.week,
    queryFn: ({ signal }) => get('/dashboard', undefined, signal),
    refetchInterval: 300_000,
  })
