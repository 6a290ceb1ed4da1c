import { expect, test } from 'vitest'
import type { StockCount, StockCountLine } from '../../../api/model'
import { groupReviewedLines, otherCounter } from './differences'

const line = (id: number, difference: string | null, value: string | null, by: number | null = 1) =>
  ({ id, counted_by_id: by, review: { difference, value } }) as unknown as StockCountLine
const count = (...lines: StockCountLine[]) => ({ lines }) as Pick<StockCount, 'lines'>

test('the largest difference stands first, what has no cost behind it', () => {
  const { different, matching, left } = groupReviewedLines(
    count(
      line(1, '0', '0.00'),
      line(2, '-0.8', '-33.22'),
      line(3, '4', null),
      line(4, '1', '41.79'),
      line(5, null, null),
      line(6, '9', null),
    ),
  )
  expect(different.map(({ id }) => id)).toEqual([4, 2, 6, 3])
  expect(matching.map(({ id }) => id)).toEqual([1])
  expect(left.map(({ id }) => id)).toEqual([5])
})

test('a recount goes to the other person', () => {
  const [one, two] = [line(1, '1', null, 7), line(2, '1', null, 8)]
  expect(otherCounter(count(one, two), one)).toBe(8)
  expect(otherCounter(count(one), one)).toBeNull()
})
