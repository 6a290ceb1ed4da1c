import { expect, it } from 'vitest'
import type { Floor } from '../../api/model'
import { accountOnFloor } from './accountOnFloor'

const floor = {
  salons: [
    {
      name: 'Terraza',
      tables: [
        { name: '4', request: null },
        { name: '5', request: { id: 7, total: '64.00' } },
      ],
    },
  ],
  takeaway: [{ id: 8, correlative: 16 }],
  delivery: [{ id: 9, correlative: 3 }],
} as unknown as Floor

it('knows where an account is that was never opened here', () => {
  expect(accountOnFloor(floor, 7)).toEqual({
    table: '5',
    salon: 'Terraza',
    request: { id: 7, total: '64.00' },
  })
  expect(accountOnFloor(floor, 8)).toEqual({ table: null, request: { id: 8, correlative: 16 } })
  expect(accountOnFloor(floor, 9)?.request).toEqual({ id: 9, correlative: 3 })
})

it('says nothing of one that the map has not, nor without a map', () => {
  expect([accountOnFloor(floor, 1), accountOnFloor(undefined, 7)]).toEqual([null, null])
})
