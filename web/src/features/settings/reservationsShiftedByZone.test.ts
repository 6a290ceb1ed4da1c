import { expect, it } from 'vitest'
import { reservationsShiftedByZone } from './reservationsShiftedByZone'

const rosa = {
  id: 1,
  client_name: 'Rosa',
  reserved_for: '2026-11-30T03:00:00Z',
  state: 'UPCOMING',
} as const

it('names who comes at another hour by the clocks of another zone, and on another day', () =>
  expect(reservationsShiftedByZone([rosa], 'America/Lima', 'America/Argentina/Buenos_Aires')).toEqual([
    { id: 1, name: 'Rosa', day: '2026-11-29', before: '22:00', dayAfter: '2026-11-30', after: '00:00' },
  ]))

it('leaves out zones that show the same, and guests who come no more', () => {
  expect(reservationsShiftedByZone([rosa], 'America/Lima', 'America/Bogota')).toEqual([])
  expect(
    reservationsShiftedByZone(
      [{ ...rosa, state: 'CANCELLED' }],
      'America/Lima',
      'America/Argentina/Buenos_Aires',
    ),
  ).toEqual([])
})
