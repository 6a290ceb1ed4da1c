import { Button } from '@mantine/core'
import { IconArmchair2, IconCalendarClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Reservation } from '../../api/model'
import { DialogForm, dialogWarning, goButton, secondButton } from '../../ui/DialogForm'
import { clock } from '../../ui/format'

interface Props {
  reservation: Pick<Reservation, 'id' | 'client_name' | 'reserved_for' | 'persons' | 'phone'>
  table: string
  busy: boolean
  onSeat: () => void
  onOpen: () => void
  onClose: () => void
}

/** Somebody sits down at a table with a reservation: it asks whether they are those guests. */
export function WalkInDialog({ reservation, table, busy, onSeat, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const title = t('reservations.tableReserved', { table })
  return (
    <DialogForm title={title} onClose={onClose}>
      <p className={dialogWarning}>
        <IconCalendarClock size={20} stroke={1.9} aria-hidden="true" />
        <span>
          <b>{reservation.client_name}</b> · {clock(reservation.reserved_for)} ·{' '}
          {t('floor.personsCount', { count: reservation.persons })}
          {reservation.phone ? ` · ${reservation.phone}` : ''}
        </span>
      </p>
      <Button
        className={goButton}
        loading={busy}
        data-autofocus
        leftSection={<IconArmchair2 size={22} stroke={1.9} aria-hidden="true" />}
        onClick={onSeat}
      >
        {t('reservations.seat')}
      </Button>
      <Button variant="default" className={secondButton} disabled={busy} onClick={onOpen}>
        {t('reservations.openAnyway')}
      </Button>
    </DialogForm>
  )
}

export default WalkInDialog
