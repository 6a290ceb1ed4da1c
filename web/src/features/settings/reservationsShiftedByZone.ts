import type { Reservation } from '../../api/model'
import { localIn } from '../../ui/zone'

export interface MovedReservation {
  id: number
  name: string
  day: string
  before: string
  dayAfter: string
  after: string
}

/** Returns the reservations to come that would show another hour in the new time zone. */
export function reservationsShiftedByZone(
  reservations: readonly Pick<Reservation, 'id' | 'client_name' | 'reserved_for' | 'state'>[],
  from: string,
  to: string,
): MovedReservation[] {
  return reservations
    .filter(({ state }) => state === 'UPCOMING' || state === 'DUE')
    .map((each) => {
      const at = Date.parse(each.reserved_for)
      const [old, now] = [localIn(from, at), localIn(to, at)]
      return {
        id: each.id,
        name: each.client_name,
        day: old.date,
        before: old.time,
        dayAfter: now.date,
        after: now.time,
      }
    })
    .filter(({ day, before, dayAfter, after }) => day !== dayAfter || before !== after)
}
