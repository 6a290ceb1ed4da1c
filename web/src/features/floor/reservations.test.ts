import { afterEach, expect, test } from 'vitest'
import { house, setHouse } from '../../session/house'
import { atLocal, businessDay, clock, dateTime } from '../../ui/format'
import { likelyTime } from './reservations'

const at = (text: string) => new Date(text).getTime()
const before = house()
afterEach(() => setHouse(before))

test('the form begins with the half hour that comes', () => {
  expect(likelyTime(at('2026-11-21T18:00:00Z'))).toEqual({ date: '2026-11-21', time: '13:30' })
  expect(likelyTime(at('2026-11-21T18:01:00Z'))).toEqual({ date: '2026-11-21', time: '14:00' })
  expect(likelyTime(at('2026-11-22T04:50:00Z'))).toEqual({ date: '2026-11-22', time: '00:30' })
})

test.each([
  ['America/Sao_Paulo', '2026-11-21T23:30:00.000Z', '2026-11-22T06:59:00Z'],
  ['Europe/Madrid', '2026-11-21T19:30:00.000Z', '2026-11-22T02:59:00Z'],
])('a table for 20:30 in %s is written, shown and listed by that clock', (time_zone, instant, lastMinute) => {
  setHouse({ ...before, time_zone, business_day_start: '04:00' })
  expect(atLocal('2026-11-21', '20:30')).toBe(instant)
  expect([clock(instant), dateTime(instant)]).toEqual(['20:30', '21/11/2026 20:30'])
  expect(businessDay(at(instant))).toBe('2026-11-21')
  expect(businessDay(at(lastMinute))).toBe('2026-11-21')
  expect(businessDay(at(lastMinute) + 60_000)).toBe('2026-11-22')
  expect(likelyTime(at(instant))).toEqual({ date: '2026-11-21', time: '21:00' })
})
