import { expect, it } from 'vitest'
import { columnsOf, packColumns } from './pack'

const at = (groups: number[][], split?: boolean) =>
  packColumns(groups, 700, 20, split).map(({ column, top }) => `${column}:${top}`)

it.each([
  ['fills a column from its top, then the next one', [[300], [300], [300]], ['0:0', '0:320', '1:0']],
  ['never puts a newer card before an older one', [[400], [500], [200]], ['0:0', '1:0', '2:0']],
  [
    'keeps the cards of one table together, at the place of its oldest',
    [[300], [300, 200], [300]],
    ['0:0', '1:0', '1:320', '2:0'],
  ],
  [
    'lets a table that fills more than a column go on in the next, from where it begins',
    [[100], [500, 500], [200]],
    ['0:0', '0:120', '1:0', '2:0'],
  ],
  ['shows a card that is longer than a column', [[300], [900], [100]], ['0:0', '1:0', '2:0']],
])('%s', (_, groups, places) => {
  expect(at(groups)).toEqual(places)
})

it('divides a table only where it must', () => {
  const groups = [[300], [300, 200], [300]]
  expect(at(groups, true)).toEqual(['0:0', '0:320', '1:0', '1:220'])
  expect([
    columnsOf(packColumns(groups, 700, 20)),
    columnsOf(packColumns(groups, 700, 20, true)),
    columnsOf([]),
  ]).toEqual([3, 2, 0])
})
