import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import type { DishTimes, KitchenTimes } from '../../../api/model'
import { barsOf, inMinutes, kitchenHeadline, queryOf, readOpenedTimes, rowsOf } from './kitchenTimeRows'

const t = ((key: string, values: object = {}) =>
  [key, ...Object.values(values)].join(' ')) as unknown as TFunction

const times = (dishes: number, late: number, median = 600): DishTimes => ({
  dishes,
  promised_seconds: 1080,
  median_seconds: median,
  average_seconds: median,
  p90_seconds: 1200,
  late,
  late_percent: dishes === 0 ? null : String((late * 100) / dishes),
})

const report = (worst: number | null, late = [1, 6]): KitchenTimes => ({
  start_date: '2026-11-16',
  end_date: '2026-11-22',
  before_start_date: '2026-11-09',
  before_end_date: '2026-11-15',
  is_partial: false,
  totals: times(30, (late[0] ?? 0) + (late[1] ?? 0)),
  before: times(20, 2),
  unmarked: 3,
  worst_hour: worst,
  areas: [
    { area_id: 3, name: 'PARRILLA', times: times(30, 7), before_median_seconds: 500, unmarked: 0 },
    { area_id: 4, name: 'BAR', times: times(0, 0), before_median_seconds: null, unmarked: 3 },
  ],
  dishes: [],
  hours: [
    { hour: 13, times: times(20, late[0] ?? 0) },
    { hour: 20, times: times(10, late[1] ?? 0, 1200) },
  ],
})

it('a row names what is behind it, and what names nothing opens nothing', () => {
  expect(queryOf(readOpenedTimes('DISH:12:3') ?? { cut: 'ALL', ids: [] })).toEqual({
    product_id: '12',
    area_id: '3',
  })
  expect(queryOf(readOpenedTimes('HOUR:20') ?? { cut: 'ALL', ids: [] })).toEqual({ hour: '20' })
  expect(readOpenedTimes('DISH:12')).toBeNull()
  expect(readOpenedTimes('MOON:1')).toBeNull()
  expect(readOpenedTimes(null)).toBeNull()
})

it('an area in which nothing was marked is no row, and a bar says what was promised', () => {
  expect(rowsOf('AREA', report(null), t).map(({ name }) => name)).toEqual(['PARRILLA'])
  expect(barsOf(report(20), t).map(({ now, line }) => [now, line])).toEqual([
    [600, 1080],
    [1200, 1080],
  ])
  expect([inMinutes(684), inMinutes(null)]).toEqual(['11.4', '—'])
})

it('the title speaks of the hour that stands out, else of all that was late, else that nothing was', () => {
  expect(kitchenHeadline(report(20), t)).toEqual({ title: 'kitchenTimes.answer.hour 20 60', hour: 20 })
  expect(kitchenHeadline(report(null), t).title).toBe('kitchenTimes.answer.late 23.3')
  expect(kitchenHeadline(report(null, [0, 0]), t).title).toContain('kitchenTimes.answer.never')
})
