import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import type { Status } from '../../api/model'
import { entityWords } from '../entity'
import { showToast } from '../toasts'
import { useWrite } from '../useWrite'
import type { ListDescription, Listed } from './types'
import { patchRow, refetchRows } from './useList'

type Of<T extends Listed> = Pick<
  ListDescription<T>,
  'entity' | 'name' | 'queryKey' | 'alsoStale' | 'setStatus'
>

/** Returns a row's switch: it shows the wish at once, goes back when the call fails, and the error stays in the row. */
export function useRowStatus<T extends Listed>(row: T, of: Of<T>, onDone?: () => void) {
  const { t } = useTranslation()
  const change = useWrite(
    async (status: Status, key) => {
      await of.setStatus?.(row, status, key)
    },
    {
      onSuccess: (_, status) => {
        patchRow(of.queryKey, row.id, { status })
        void refetchRows(of)
        const now = t(status === 'ACTIVE' ? 'lists.nowActive' : 'lists.nowInactive', entityWords(of.entity))
        showToast('success', t('lists.statusUpdated', entityWords(of.entity)), `${of.name(row)}: ${now}`)
        onDone?.()
      },
      onError: (error) => {
        showToast('danger', t('lists.statusFailed'), `${of.name(row)}: ${errorText(error)}`)
        return true
      },
    },
  )
  const wanted = change.isPending ? change.variables : row.status
  return {
    active: wanted === 'ACTIVE',
    busy: change.isPending,
    error: change.isError ? change.error : null,
    set: (active: boolean) => change.mutate(active ? 'ACTIVE' : 'INACTIVE'),
    retry: () => change.variables && change.mutate(change.variables),
  }
}
