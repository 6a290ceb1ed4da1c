import { useTranslation } from 'react-i18next'
import { isApiError } from '../../api/errors'
import { ConfirmDialog } from '../ConfirmDialog'
import { entityWords } from '../entity'
import { showToast } from '../toasts'
import { useWrite } from '../useWrite'
import type { ListDescription, Listed } from './types'
import { refetchRows } from './useList'
import { useRowStatus } from './useRowStatus'

interface Props<T extends Listed> {
  row: T
  of: ListDescription<T>
  onClose: () => void
}

/** Asks before deleting. A row in use stays: the dialog says where it is used, and offers to disable it instead. */
export function DeleteRowDialog<T extends Listed>({ row, of, onClose }: Props<T>) {
  const { t } = useTranslation()
  const name = of.name(row)
  const remove = useWrite(
    async (_: number, key) => {
      await of.remove?.(row, key)
    },
    {
      onSuccess: () => {
        showToast('success', t('lists.deleted', entityWords(of.entity)), name)
        void refetchRows(of)
        onClose()
      },
      // The dialog that asks for it shows the reason.
      onError: () => true,
    },
  )
  const status = useRowStatus(row, of, onClose)
  const inUse = isApiError(remove.error) && remove.error.status === 409
  const isRefused = isApiError(remove.error) && remove.error.code === 'in_use'
  const instead = inUse && of.setStatus !== undefined && row.status === 'ACTIVE'
  return (
    <ConfirmDialog
      title={t('lists.deleteTitle', { name })}
      text={inUse ? '' : (of.removeText?.(row) ?? t('lists.deleteText'))}
      action={
        instead
          ? t('lists.disableInstead')
          : isRefused
            ? undefined
            : t(inUse ? 'lists.deleteAgain' : 'lists.delete')
      }
      busy={remove.isPending || status.busy}
      error={status.error ?? remove.error}
      onConfirm={() => (instead ? status.set(false) : remove.mutate(row.id))}
      onClose={onClose}
    />
  )
}
