/** The last day that sold; pure. */
import type { DayFigures, SoldSoFar } from '../../../api/model'
import { centimos } from '../../../ui/format'
import { plusDays } from '../../../ui/zone'

/** Nothing was sold today yet: the day before is what there is to read. */
export const isMorning = (sold: Pick<SoldSoFar, 'total' | 'accounts'>) =>
  sold.accounts === 0 && centimos(sold.total) === 0

/** Whether the day is the one before, one of this week, or so long ago that its date has to be said. */
export function placeOf(day: string, today: string): 'yesterday' | 'week' | 'long' {
  if (day === plusDays(today, -1)) return 'yesterday'
  return day > plusDays(today, -7) ? 'week' : 'long'
}

const voids: readonly string[] = ['LINE_NOT_MADE', 'LINE_MADE', 'VOIDED', 'CREDIT_NOTE']

/** What was taken off or taken back on a day; what was given away or printed again stands in its close. */
export const voidsOf = (day: Pick<DayFigures, 'acts'>) => day.acts.filter((act) => voids.includes(act.kind))
