/** These queries read the commands that were sent: of one account, or of a day. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../api/client'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { orderKeys } from '../../data/orders/keys'
import { printingKeys } from '../../data/printing/keys'
import { inSmallLetters } from '../../ui/format'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'

/** Reads the commands of an account, the newest first. */
export const useCommands = (requestId: number) =>
  useQuery({
    queryKey: orderKeys.commands(requestId),
    queryFn: ({ signal }) => list(`/commands/${requestId}`, undefined, signal),
  })

/** Reads every print job that was asked for at an account. */
export function useCommandJobs(requestId: number) {
  useRoom('printing')
  return useQuery({
    queryKey: printingKeys.ofAccount(requestId, 'all'),
    queryFn: ({ signal }) => list('/print-jobs', { client_request_id: requestId, per_page: 200 }, signal),
  })
}

export interface DayFilter {
  date: string
  term: string
  page: number
}

/** Reads a page of a day's commands, of all accounts. */
export function useDayCommands(filter: DayFilter) {
  useRoom('floor')
  return useQuery({
    queryKey: orderKeys.commandsOfDay(filter),
    queryFn: ({ signal }) => list('/commands', { ...filter }, signal),
    placeholderData: (before) => before,
  })
}

/** Prints a command again, all of it or one area's part, marked as a copy. */
export function useReprint() {
  const { t } = useTranslation()
  return useWrite(
    ({ commandId, area }: { commandId: number; area?: string }, key) =>
      write('POST', `/commands/${commandId}/reprint`, key, { area }),
    {
      failed: t('orders.reprintFailed'),
      onSuccess: (command) => {
        const printed = command.areas.filter((area) => area.printers.length > 0)
        const warning =
          command.warnings[0] ?? (printed.length === 0 ? t('orders.history.nobodyPrints') : undefined)
        if (warning) showToast('warning', t('orders.reprinted'), warning)
        else
          showToast(
            'success',
            t('orders.reprinted'),
            printed.map((area) => inSmallLetters(area.area)).join(' · '),
          )
        void queryClient.invalidateQueries({ queryKey: printingKeys.all })
      },
    },
  )
}
