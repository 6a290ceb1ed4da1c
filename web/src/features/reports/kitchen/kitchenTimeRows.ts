import type { TFunction } from 'i18next'
import type { DishTimes, KitchenTimes } from '../../../api/model'
import { number } from '../../../i18n/region'
import type { Bar } from '../parts/bars'

export const cuts = ['DISH', 'AREA', 'HOUR'] as const
export type Cut = (typeof cuts)[number]

/** A row of the table. Its key names the dishes behind it: `DISH:12:3` is product 12 of area 3. */
export interface TimesRow {
  key: string
  name: string
  /** A second line below the name. */
  text?: string
  times: DishTimes
  before: number | null
}

export interface OpenedTimes {
  cut: Cut | 'ALL'
  ids: string[]
}

/** Reads the open row from the address. */
export function readOpenedTimes(text: string | null): OpenedTimes | null {
  const [cut, ...ids] = (text ?? '').split(':')
  if (cut === 'ALL') return { cut, ids }
  const found = cuts.find((each) => each === cut)
  return found && ids.length === (found === 'DISH' ? 2 : 1) ? { cut: found, ids } : null
}

/** Returns the query that reads the details of a row. */
export function queryOf({ cut, ids }: OpenedTimes): Record<string, string | undefined> {
  switch (cut) {
    case 'DISH':
      return { product_id: ids[0], area_id: ids[1] }
    case 'AREA':
      return { area_id: ids[0] }
    case 'HOUR':
      return { hour: ids[0] }
    case 'ALL':
      return {}
  }
}

export function rowsOf(cut: Cut, report: KitchenTimes, t: TFunction): TimesRow[] {
  switch (cut) {
    case 'DISH':
      return report.dishes
        .filter(({ times }) => times.dishes > 0)
        .map((dish) => ({
          key: `DISH:${dish.product_id}:${dish.area_id}`,
          name: dish.name,
          text: dish.area,
          times: dish.times,
          before: dish.before_median_seconds,
        }))
    case 'AREA':
      return report.areas
        .filter(({ times }) => times.dishes > 0)
        .map((area) => ({
          key: `AREA:${area.area_id}`,
          name: area.name,
          text:
            area.unmarked === 0
              ? undefined
              : t('kitchenTimes.notMarked', { count: area.unmarked, amount: number(area.unmarked) }),
          times: area.times,
          before: area.before_median_seconds,
        }))
    case 'HOUR':
      return report.hours.map(({ hour, times }) => ({
        key: `HOUR:${hour}`,
        name: hourText(hour, t),
        times,
        before: null,
      }))
  }
}

export const hourText = (hour: number, t: TFunction) =>
  t('kitchenTimes.hour', { from: hour, to: (hour + 1) % 24 })

/** Formats seconds as minutes with one decimal: 684 → `11.4` */
export const inMinutes = (seconds: number | null) => (seconds === null ? '—' : number(seconds / 60, 1))

/** Returns a bar for each hour, as high as its median, with the promised time as a line. */
export function barsOf(report: KitchenTimes, t: TFunction): Bar[] {
  return report.hours.map(({ hour, times }) => ({
    key: `HOUR:${hour}`,
    name: String(hour),
    fullName: hourText(hour, t),
    now: times.median_seconds ?? 0,
    before: null,
    change: null,
    line: times.promised_seconds,
    note: t('kitchenTimes.barNote', {
      promised: inMinutes(times.promised_seconds),
      percent: number(Number(times.late_percent ?? 0), 0, 1),
    }),
  }))
}

/** Returns the chart's conclusion: the hour that stands out, else how many of all were late. */
export function kitchenHeadline(report: KitchenTimes, t: TFunction): { title: string; hour: number | null } {
  const { totals, worst_hour: hour } = report
  const worst = report.hours.find((each) => each.hour === hour)
  const share = Number(totals.late_percent ?? 0)
  const percent = (value: number) => number(value, 0, 1)
  if (worst && report.hours.length > 1 && Number(worst.times.late_percent) >= share * timesUsual)
    return {
      title: t('kitchenTimes.answer.hour', {
        hour: worst.hour,
        percent: percent(Number(worst.times.late_percent)),
      }),
      hour: worst.hour,
    }
  if (totals.late > 0)
    return { title: t('kitchenTimes.answer.late', { percent: percent(share) }), hour: null }
  return {
    title: t('kitchenTimes.answer.never', { count: totals.dishes, amount: number(totals.dishes) }),
    hour: null,
  }
}

const timesUsual = 1.3
