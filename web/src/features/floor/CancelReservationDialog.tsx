import { useTranslation } from 'react-i18next'
import type { Reservation } from '../../api/model'
import { dateTime } from '../../ui/format'
import { showToast } from '../../ui/toasts'
import { ReasonDialog } from './ReasonDialog'
import { useCancelReservation } from './reservations'

/** Cancels a reservation, with a reason and a PIN. */
export function CancelReservationDialog(props: {
  reservation: Pick<Reservation, 'id' | 'client_name' | 'reserved_for' | 'persons'>
  tableId: number
  table: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { reservation, onClose } = props
  const cancel = useCancelReservation(() => {
    showToast('success', t('reservations.cancelled'))
    onClose()
  })
  return (
    <ReasonDialog
      title={t('reservations.cancel')}
      about={t('reservations.about', {
        name: reservation.client_name,
        table: props.table,
        when: dateTime(reservation.reserved_for),
      })}
      reasons={[
        t('reservations.reason.called'),
        t('reservations.reason.noShow'),
        t('reservations.reason.mistake'),
      ]}
      action={t('reservations.askPin')}
      error={cancel.error}
      busy={cancel.isPending}
      onSubmit={(reason, given) =>
        cancel.mutate({ table: props.tableId, id: reservation.id, reason, ...given })
      }
      onClose={onClose}
    />
  )
}

export default CancelReservationDialog
