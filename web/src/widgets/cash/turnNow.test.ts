import { expect, it } from 'vitest'
import { turnNow } from './turnNow'

const turns = [1, 2, 3].map((id) => ({ id, name: `Turno ${id}` }))
const at = (day: number, time: string) => `2026-11-${day}T${time}:00-05:00`
const cycle = (turn_id: number, opened_at: string, closed_at: string | null) => ({
  turn_id,
  opened_at,
  closed_at,
})
const yesterday = [
  cycle(3, at(20, '18:02'), at(21, '00:40')),
  cycle(2, at(20, '11:46'), at(20, '18:10')),
  cycle(1, at(20, '07:05'), at(20, '11:50')),
]

it.each([
  ['06:30', 1],
  ['09:00', 1],
  ['14:39', 2],
  ['17:45', 3],
  ['23:30', 3],
  ['00:20', 3],
  ['03:00', 3],
])('at %s it is the shift that ran at that time the day before', (time, turn) => {
  expect(turnNow(turns, yesterday, Date.parse(at(21, time)))).toBe(turn)
})

it('is not misled by a cash box that was opened with another shift once', () => {
  const wrong = cycle(1, at(21, '14:30'), at(21, '14:38'))
  const before = cycle(2, at(19, '11:50'), at(19, '18:00'))
  expect(turnNow(turns, [wrong, ...yesterday, before], Date.parse(at(21, '14:39')))).toBe(2)
})

it('chooses nothing where nothing is known, and what is the only one', () => {
  const now = Date.parse(at(21, '14:39'))
  expect(turnNow(turns, [], now)).toBeUndefined()
  expect(turnNow([{ id: 7, name: 'Único' }], [], now)).toBe(7)
  expect(turnNow(turns, [cycle(9, at(20, '14:00'), at(20, '15:00'))], now)).toBeUndefined()
})

it.each([
  ['07:00', 1],
  ['13:00', 2],
  ['19:30', 3],
  ['02:00', 3],
])('at %s, when no cycle ran at that time, it is the shift whose name fits', (time, turn) => {
  const named = [
    { id: 2, name: 'Tarde' },
    { id: 1, name: 'Mañana' },
    { id: 3, name: 'Noche' },
  ]
  const now = Date.parse(at(21, time))
  expect(turnNow(named, [cycle(2, at(20, '14:00'), at(20, '17:00'))], now)).toBe(turn)
  expect(turnNow(named, [], now)).toBe(turn)
})
