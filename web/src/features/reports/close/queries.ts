import { useQuery } from '@tanstack/react-query'
import { oneAt } from '../../../api/client'
import type { CloseOfDay, CloseOfDayMail } from '../../../api/model'
import { reportKeys } from '../../../data/reports/keys'

/** A day that is not over is read again while somebody looks on. */
const againMs = 60_000

export const useCloseOfDay = (date: string | null) =>
  useQuery({
    queryKey: reportKeys.close(date),
    queryFn: ({ signal }) => oneAt<CloseOfDay>('/close-of-day', signal, date ? { date } : {}),
    refetchInterval: ({ state }) => (state.data?.is_partial ? againMs : false),
  })

/** E-mails that wait are read again until they are gone. */
const mailAgainMs = 3_000

export const useCloseMail = (enabled: boolean) =>
  useQuery({
    queryKey: reportKeys.closeMail,
    queryFn: ({ signal }) => oneAt<CloseOfDayMail>('/close-of-day/settings', signal, {}),
    enabled,
    refetchInterval: ({ state }) =>
      state.data?.emails.some((email) => email.next_at && !email.error) ? mailAgainMs : false,
  })
