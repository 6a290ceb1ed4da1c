import { Button } from '@mantine/core'
import { IconArmchair2, IconCalendarClock, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Reservation } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { clock } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { usePhone } from '../../ui/viewport'
import c from './FloorForm.module.css'

interface Props {
  reservation: Pick<Reservation, 'id' | 'client_name' | 'reserved_for' | 'persons' | 'phone'>
  table: string
  busy: boolean
  onSeat: () => void
  onOpen: () => void
  onClose: () => void
}

/** Somebody sits down where others are expected: are these the ones? */
export function WalkInDialog({ reservation, table, busy, onSeat, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const title = t('reservations.tableReserved', { table })
  return (
    <Dialog label={title} onClose={onClose} shape={phone ? 'sheet' : 'center'}>
      <div className={c.form}>
        <header className={c.head}>
          <h2>{title}</h2>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <p className={c.warning}>
          <IconCalendarClock size={20} stroke={1.9} aria-hidden="true" />
          <span>
            <b>{reservation.client_name}</b> · {clock(reservation.reserved_for)} ·{' '}
            {t('floor.personsCount', { count: reservation.persons })}
            {reservation.phone ? ` · ${reservation.phone}` : ''}
          </span>
        </p>
        <Button
          className={c.go}
          loading={busy}
          data-autofocus
          leftSection={<IconArmchair2 size={22} stroke={1.9} aria-hidden="true" />}
          onClick={onSeat}
        >
          {t('reservations.seat')}
        </Button>
        <Button variant="default" className={c.second} disabled={busy} onClick={onOpen}>
          {t('reservations.openAnyway')}
        </Button>
      </div>
    </Dialog>
  )
}

export default WalkInDialog
