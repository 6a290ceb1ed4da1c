import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { list } from '../../api/client'
import { floorKeys } from '../../data/floor/keys'
import { useField } from '../../ui/form/context'
import { dayText, today } from '../../ui/format'
import { plusDays } from '../../ui/zone'
import { type MovedReservation, reservationsShiftedByZone } from './reservationsShiftedByZone'
import c from './Settings.module.css'

const daysAhead = 7

/** Lists the reservations that would show another hour in the chosen zone: an instant is stored, not a clock time. */
export function MovedReservations({ zone }: { zone: string }) {
  const { t } = useTranslation()
  const { value: chosen } = useField<string>('time_zone')
  const from = today()
  const days = Array.from({ length: daysAhead }, (_, at) => plusDays(from, at))
  const found = useQueries({
    queries: days.map((date) => ({
      queryKey: floorKeys.reservations(date),
      queryFn: ({ signal }: { signal: AbortSignal }) => list('/reservations', { date }, signal),
      enabled: chosen !== zone,
    })),
    combine: (answers) => answers.flatMap((answer) => answer.data?.rows ?? []),
  })
  const rows = chosen === zone ? [] : reservationsShiftedByZone(found, zone, chosen)
  if (rows.length === 0) return null
  const said = ({ before, after, day, dayAfter }: MovedReservation) =>
    `${dayText(day)} ${before} → ${dayAfter === day ? '' : `${dayText(dayAfter)} `}${after}`
  return (
    <div className={c.moved} role="status">
      <p>{t('global.zoneMoves', { count: rows.length })}</p>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <b>{row.name}</b> {said(row)}
          </li>
        ))}
      </ul>
    </div>
  )
}
