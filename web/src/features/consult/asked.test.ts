import { expect, it } from 'vitest'
import { askedOf, type Typed } from './asked'

const paper: Typed = { type: '03', serie: 'b001', number: '00004185', date: '2026-11-21', total: '742.00' }

it.each([
  ['742.00', '742.00'],
  ['S/ 742', '742.00'],
  ['742,5', '742.50'],
  ['1,062.00', '1062.00'],
  ['1 062', '1062.00'],
])('reads the total %s', (total, read) =>
  expect(askedOf({ ...paper, total }, '20601482739')).toEqual({
    ruc: '20601482739',
    type: '03',
    serie: 'B001',
    number: 4185,
    date: '2026-11-21',
    total: read,
  }),
)

it.each([{ serie: 'B1' }, { number: '' }, { date: '' }, { total: '' }, { total: 'S/' }])(
  'waits for what is missing: %o',
  (part) => expect(askedOf({ ...paper, ...part }, '20601482739')).toBeNull(),
)
