import { Button } from '@mantine/core'
import { IconArmchair2, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reservation } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { DialogHead } from '../../ui/DialogHead'
import { DateInput } from '../../ui/dates/DateInput'
import { businessDay, clock } from '../../ui/format'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { useNow } from '../../ui/now'
import { popItem } from '../../ui/PopMenu'
import { RowMenu } from '../../ui/RowMenu'
import { StatePill } from '../../ui/StatePill'
import { reservationState } from '../../ui/states'
import c from './ReservationsPanel.module.css'
import { useReservations } from './reservations'

interface Props {
  busy: boolean
  onSeat: (reservation: Reservation) => void
  onEdit: (reservation: Reservation) => void
  onCancel: (reservation: Reservation) => void
  onClose: () => void
}

const waiting = (reservation: Reservation) => !['SEATED', 'CANCELLED'].includes(reservation.state)

/** Lists the reservations of a day, by time. */
export function ReservationsPanel({ busy, onSeat, onEdit, onCancel, onClose }: Props) {
  const { t } = useTranslation()
  // Until a day is chosen it is null, and the server shows its current business day.
  const [chosen, setDate] = useState<string | null>(null)
  const list = useReservations(chosen)
  const now = useNow()
  const date = chosen ?? businessDay(now)
  const rows = list.data?.rows ?? []
  const guests = rows.filter(waiting).reduce((sum, each) => sum + each.persons, 0)
  return (
    <Dialog label={t('reservations.title')} shape="drawer" onClose={onClose}>
      <section className={c.panel}>
        <DialogHead
          title={t('reservations.title')}
          text={t('reservations.guests', { count: guests })}
          onClose={onClose}
        />
        <DateInput
          always
          label={t('reservations.date')}
          value={date}
          now={businessDay(now)}
          onChange={setDate}
        />
        {list.isPending ? (
          <Loading label={t('reservations.loading')} rows={4} height={88} />
        ) : list.isError ? (
          <Failed title={t('reservations.failed')} error={list.error} onRetry={() => void list.refetch()} />
        ) : rows.length === 0 ? (
          <Empty title={t('reservations.none')} text={t('reservations.noneText')} />
        ) : (
          <ul className={c.list}>
            {rows.map((reservation) => (
              <li key={reservation.id} className={c.row} data-done={!waiting(reservation) || undefined}>
                <b className={c.time}>{clock(reservation.reserved_for)}</b>
                <div className={c.main}>
                  <b>{reservation.client_name}</b>
                  <span>
                    {t('orders.table', { name: reservation.table })} · {reservation.salon} ·{' '}
                    <IconUsers size={14} aria-hidden="true" /> {reservation.persons}
                    <span className="sr"> {t('floor.persons', { count: reservation.persons })}</span>
                  </span>
                  {reservation.phone ? <a href={`tel:${reservation.phone}`}>{reservation.phone}</a> : null}
                  {reservation.note ? <span className={c.note}>{reservation.note}</span> : null}
                  {reservation.reason ? <span className={c.note}>{reservation.reason}</span> : null}
                  <StatePill
                    {...reservationState[reservation.state]}
                    label={t(`reservations.state.${reservation.state}`)}
                  />
                </div>
                {waiting(reservation) ? (
                  <div className={c.acts}>
                    <Button
                      variant="default"
                      disabled={busy}
                      aria-label={t('reservations.seatOf', { name: reservation.client_name })}
                      leftSection={<IconArmchair2 size={18} stroke={1.9} aria-hidden="true" />}
                      onClick={() => onSeat(reservation)}
                    >
                      {t('reservations.seatShort')}
                    </Button>
                    <RowMenu label={t('reservations.actions', { name: reservation.client_name })}>
                      <button type="button" className={popItem} onClick={() => onEdit(reservation)}>
                        {t('reservations.change')}
                      </button>
                      <button type="button" className={popItem} onClick={() => onCancel(reservation)}>
                        {t('reservations.cancel')}
                      </button>
                    </RowMenu>
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </section>
    </Dialog>
  )
}

export default ReservationsPanel
