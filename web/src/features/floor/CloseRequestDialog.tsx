import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { centimos, money } from '../../ui/format'
import { showToast } from '../../ui/toasts'
import { ReasonDialog } from './ReasonDialog'
import { useCloseRequest } from './reservations'

/** Closes an account by hand: an empty one at once, one with unpaid dishes with a reason and a PIN. */
export function CloseRequestDialog(props: {
  id: number
  label: string
  total: string
  /** True for the account of a table. */
  table?: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { id, label, onClose } = props
  const close = useCloseRequest(() => {
    if (props.table) showToast('success', t('floor.closedTitle'), label)
    else showToast('success', t('floor.closed', { label }))
    onClose()
  })
  const total = centimos(props.total)
  const title = t('floor.closeOf', { label })
  if (total === 0) {
    return (
      <ConfirmDialog
        title={title}
        text={t('floor.closeEmpty')}
        action={t('floor.close')}
        busy={close.isPending}
        error={close.error}
        onConfirm={() => close.mutate({ id })}
        onClose={onClose}
      />
    )
  }
  return (
    <ReasonDialog
      title={title}
      about={t('floor.closeUnpaid', { label, total: money(total) })}
      reasons={[t('floor.reason.left'), t('floor.reason.mistake'), t('floor.reason.noAnswer')]}
      action={t('reservations.askPin')}
      error={close.error}
      busy={close.isPending}
      onSubmit={(reason, given) => close.mutate({ id, reason, ...given })}
      onClose={onClose}
    />
  )
}

export default CloseRequestDialog
