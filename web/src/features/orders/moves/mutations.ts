import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { errorText, isApiError } from '../../../api/errors'
import type { MoveResult } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { floorKeys } from '../../../data/floor/keys'
import { orderKeys } from '../../../data/orders/keys'
import { inSmallLetters } from '../../../ui/format'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'

interface Between {
  origin_table_id: number
  destination_table_id: number
  reason?: string
}

/** The server's text names tables and amounts, which our own words could not. */
export const moveError = (error: unknown): string =>
  isApiError(error) && error.status === 409 && error.serverMessage ? error.serverMessage : errorText(error)

function useMoved(done: string, failed: string, onDone: (moved: MoveResult) => void) {
  const { t } = useTranslation()
  return {
    onSuccess: (moved: MoveResult) => {
      void queryClient.invalidateQueries({ queryKey: floorKeys.all })
      void queryClient.invalidateQueries({ queryKey: orderKeys.all })
      const told = moved.areas
        .filter((area) => area.printers.length > 0)
        .map((area) => inSmallLetters(area.area))
      if (moved.warnings[0]) showToast('warning', done, moved.warnings[0])
      else
        showToast(
          'success',
          done,
          told.length > 0 ? t('options.told', { areas: told.join(', ') }) : undefined,
        )
      onDone(moved)
    },
    onError: (error: Error) => {
      // The tables may no longer be as they were shown.
      void queryClient.invalidateQueries({ queryKey: floorKeys.all })
      showToast('danger', failed, moveError(error))
      return true
    },
  }
}

export function useMoveTable(onDone: (moved: MoveResult) => void) {
  const { t } = useTranslation()
  return useWrite(
    (body: Between, key) => write('POST', '/pos-options/move-table', key, body),
    useMoved(t('options.moveTable.done'), t('options.moveTable.failed'), onDone),
  )
}

export function useMerge(onDone: (moved: MoveResult) => void) {
  const { t } = useTranslation()
  return useWrite(
    (body: Between, key) => write('POST', '/pos-options/merge-tables', key, body),
    useMoved(t('options.merge.done'), t('options.merge.failed'), onDone),
  )
}

export function useMoveOrder(onDone: (moved: MoveResult) => void) {
  const { t } = useTranslation()
  return useWrite(
    (body: Between & { command_id: number }, key) => write('POST', '/pos-options/move-order', key, body),
    useMoved(t('options.moveOrder.done'), t('options.moveOrder.failed'), onDone),
  )
}
