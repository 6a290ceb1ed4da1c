import { expect, it } from 'vitest'
import { pack } from './pack'

it('fills a column from its top, then the next one', () => {
  expect(pack([[300], [300], [300]], 700, 20)).toEqual([
    [{ column: 0, top: 0 }],
    [{ column: 0, top: 320 }],
    [{ column: 1, top: 0 }],
  ])
})

it('puts a short card below where a long one did not fit', () => {
  expect(pack([[400], [500], [200]], 700, 20)).toEqual([
    [{ column: 0, top: 0 }],
    [{ column: 1, top: 0 }],
    [{ column: 0, top: 420 }],
  ])
})

it('keeps the cards of one table together', () => {
  expect(pack([[300], [300, 200], [300]], 700, 20)).toEqual([
    [{ column: 0, top: 0 }],
    [
      { column: 1, top: 0 },
      { column: 1, top: 320 },
    ],
    [{ column: 0, top: 320 }],
  ])
})

it('lets a table that fills more than a column go on in the next, and shows a card that is too long', () => {
  expect(pack([[500, 500], [900]], 700, 20)).toEqual([
    [
      { column: 0, top: 0 },
      { column: 1, top: 0 },
    ],
    [{ column: 2, top: 0 }],
  ])
})
