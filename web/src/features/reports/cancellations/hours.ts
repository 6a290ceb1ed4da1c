import type { TFunction } from 'i18next'
import type { ActGroup } from '../../../api/model'
import type { Bar } from '../parts/bars'

const hoursOfDay = 24

/** Returns a bar for each hour from the first to the last of a business day, also where nothing was done. */
export function hourBars(groups: readonly ActGroup[], t: TFunction): Bar[] {
  const first = groups[0]
  const last = groups.at(-1)
  if (!first || !last) return []
  const begin = Number(first.key)
  const many = ((Number(last.key) - begin + hoursOfDay) % hoursOfDay) + 1
  return Array.from({ length: many }, (_, at) => {
    const hour = (begin + at) % hoursOfDay
    const group = groups.find(({ key }) => Number(key) === hour)
    return {
      key: group?.key ?? String(hour).padStart(2, '0'),
      name: String(hour),
      fullName: t('cancellations.atHour', { hour }),
      now: group?.count ?? 0,
      before: null,
      change: null,
    }
  })
}
