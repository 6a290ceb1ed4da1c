import type { PurchaseRow } from '../../../api/model'
import { centimos } from '../../../ui/format'
import { plusDays } from '../../../ui/zone'

/** Returns the purchases of each day in céntimos, days without any too; a span above two months goes by months: `2026-11`. */
export function boughtByTime(rows: readonly PurchaseRow[], from: string, to: string): Map<string, number> {
  const byMonth = plusDays(from, 62) < to
  const keyOf = (day: string) => (byMonth ? day.slice(0, 7) : day)
  const sums = new Map<string, number>()
  for (let day = from; day <= to; day = plusDays(day, 1)) sums.set(keyOf(day), 0)
  for (const row of rows) {
    if (row.status !== 'ACTIVE') continue
    const key = keyOf(row.date)
    sums.set(key, (sums.get(key) ?? 0) + centimos(row.total))
  }
  return sums
}
