/** These pure functions read the last day that sold. */
import type { DayFigures, HouseNow } from '../../../api/model'
import { centimos } from '../../../ui/format'
import { plusDays } from '../../../ui/zone'

interface Day {
  sold: Pick<HouseNow['sold'], 'total' | 'accounts'>
  room: readonly unknown[]
  late_dishes: HouseNow['late_dishes']
}

/** True while nothing was sold today and no account is open, so that the day before is what one reads. */
export const isMorning = ({ sold, room, late_dishes }: Day) =>
  sold.accounts === 0 && centimos(sold.total) === 0 && room.length === 0 && Number(late_dishes) === 0

/**
 * Returns whether the day is the one before the business day `today`, one of this week, or so long ago that its date is named.
 * After midnight, while the business day goes on, the calendar's yesterday is the business day itself: then no other is called
 * so.
 */
export function placeOf(day: string, today: string, calendar: string): 'yesterday' | 'week' | 'long' {
  if (day === plusDays(today, -1) && calendar === today) return 'yesterday'
  return day > plusDays(today, -7) ? 'week' : 'long'
}

const voids: readonly string[] = ['LINE_NOT_MADE', 'LINE_MADE', 'VOIDED', 'CREDIT_NOTE']

/** Returns the cancelled dishes, voids and credit notes of a day; courtesies and reprints are shown in its close. */
export const voidsOf = (day: Pick<DayFigures, 'acts'>) => day.acts.filter((act) => voids.includes(act.kind))
