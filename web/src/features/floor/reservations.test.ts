import { expect, test } from 'vitest'
import { atLocal, businessDay, likelyTime, localParts } from './reservations'

test('a time is what the clocks of the restaurant show, whatever the device says', () => {
  expect(localParts('2026-11-22T01:30:00Z')).toEqual({ date: '2026-11-21', time: '20:30' })
  expect(new Date(atLocal('2026-11-21', '20:30')).toISOString()).toBe('2026-11-22T01:30:00.000Z')
  expect(localParts('2026-11-21T05:00:00Z').time).toBe('00:00')
})

test('after midnight it is still the day before, until the day begins', () => {
  const at = (text: string) => new Date(text).getTime()
  expect(businessDay(at('2026-11-22T05:17:00Z'), '04:00')).toBe('2026-11-21')
  expect(businessDay(at('2026-11-22T08:59:00Z'), '04:00')).toBe('2026-11-21')
  expect(businessDay(at('2026-11-22T09:00:00Z'), '04:00')).toBe('2026-11-22')
  expect(businessDay(at('2026-11-22T05:17:00Z'), '00:00')).toBe('2026-11-22')
})

test('the form begins with the half hour that comes', () => {
  const at = (text: string) => new Date(text).getTime()
  expect(likelyTime(at('2026-11-21T18:00:00Z'))).toEqual({ date: '2026-11-21', time: '13:30' })
  expect(likelyTime(at('2026-11-21T18:01:00Z'))).toEqual({ date: '2026-11-21', time: '14:00' })
  expect(likelyTime(at('2026-11-22T04:50:00Z'))).toEqual({ date: '2026-11-22', time: '00:30' })
})
