import { useTranslation } from 'react-i18next'
import type { Floor } from '../../api/model'
import { DialogForm } from '../../ui/DialogForm'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { ReserveDialog } from './ReserveDialog'
import { useReservations } from './reservations'

interface Props {
  floor: Floor
  tableId: number
  id: number
  onClose: () => void
}

/** Edits the reservation that a table shows: the floor knows who comes, the day's list the other data. */
export default function EditReservation({ floor, tableId, id, onClose }: Props) {
  const { t } = useTranslation()
  const today = useReservations(null)
  const reservation = today.data?.rows.find((each) => each.id === id)
  if (reservation)
    return <ReserveDialog floor={floor} tableId={tableId} reservation={reservation} onClose={onClose} />
  return (
    <DialogForm title={t('reservations.edit')} onClose={onClose}>
      {today.isPending ? (
        <Loading label={t('reservations.loading')} rows={4} height={52} />
      ) : today.isError ? (
        <Failed title={t('reservations.failed')} error={today.error} onRetry={() => void today.refetch()} />
      ) : (
        <Empty title={t('reservations.gone')} />
      )}
    </DialogForm>
  )
}
