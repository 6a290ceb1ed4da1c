import { expect, it } from 'vitest'
import { documentQueryOf, splitWholeNumber, type TypedDocument } from './documentSearch'

const paper: TypedDocument = {
  type: '03',
  serie: 'b001',
  number: '00004185',
  date: '2026-11-21',
  total: '742.00',
}

it.each([
  ['742.00', '742.00'],
  ['S/ 742', '742.00'],
  ['S/ 118,00', '118.00'],
  ['118,00', '118.00'],
  ['742,5', '742.50'],
  ['1,062.00', '1062.00'],
  ['1 062', '1062.00'],
])('reads the total %s', (total, read) =>
  expect(documentQueryOf({ ...paper, total }, '20601482739')).toEqual({
    asked: { ruc: '20601482739', type: '03', serie: 'B001', number: 4185, date: '2026-11-21', total: read },
  }),
)

it.each<[Partial<TypedDocument>, string[]]>([
  [{ serie: 'B1' }, ['serie']],
  [{ number: '' }, ['number']],
  [{ number: '41-85' }, ['number']],
  [{ date: '' }, ['date']],
  [{ total: 'S/' }, ['total']],
  [{ total: 'abc' }, ['total']],
  [{ serie: '', number: '0', date: '', total: '' }, ['serie', 'number', 'date', 'total']],
])('names what it cannot read: %o', (part, wrong) =>
  expect(documentQueryOf({ ...paper, ...part }, '20601482739')).toEqual({ wrong }),
)

it('takes a number apart that is pasted whole', () => {
  expect(splitWholeNumber(' f001-00000137')).toEqual({ type: '01', serie: 'F001', number: '00000137' })
  expect(splitWholeNumber('B001 - 12')).toEqual({ type: '03', serie: 'B001', number: '12' })
  expect(splitWholeNumber('BC01-00000001')).toEqual({ type: '07', serie: 'BC01', number: '00000001' })
  expect(splitWholeNumber('FD01-3')).toEqual({ type: '08', serie: 'FD01', number: '3' })
  expect(splitWholeNumber('00000137')).toBeNull()
  expect(splitWholeNumber('F001-')).toBeNull()
})
