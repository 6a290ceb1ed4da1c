import { useQuery } from '@tanstack/react-query'
import { get, oneAt } from '../../../api/client'
import type { DayFigures, SalesGoal } from '../../../api/model'
import { useRoom } from '../../../api/realtime'
import { reportKeys } from '../../../data/reports/keys'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { lastDayKey, salesGoalKey } from './keys'

/** Reads the present state: again whenever the rooms of this user report a change, and every minute. */
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

/** Reads the last days: they change little while one looks on. */
export const useWeek = () =>
  useQuery({
    queryKey: reportKeys.week,
    queryFn: ({ signal }) => get('/dashboard', undefined, signal),
    refetchInterval: 300_000,
  })

/** The month's figures change with each sale, and nobody waits for them, so they are read at this interval (ms). */
const monthAgainMs = 60_000

/** Reads the last day that sold: it changes with the business day, and where something of it is mended. */
export const useLastDay = (today: string) =>
  useQuery({
    queryKey: [...lastDayKey, today],
    queryFn: ({ signal }) => oneAt<{ figures: DayFigures | null }>('/dashboard/last-day', signal),
    refetchInterval: 300_000,
  })

/** Reads the month so far, and its goal. */
export const useSalesGoal = () =>
  useQuery({
    queryKey: salesGoalKey,
    queryFn: ({ signal }) => oneAt<SalesGoal>('/sales-goal', signal),
    refetchInterval: monthAgainMs,
  })
