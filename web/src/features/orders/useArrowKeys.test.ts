import { expect, it } from 'vitest'
import { type Box, nearest } from './useArrowKeys'

const box = (column: number, row: number): Box => ({
  left: column * 110,
  top: row * 110,
  width: 100,
  height: 100,
})

it('goes to the neighbour that way, straight ahead before aside', () => {
  const boxes = [box(0, 0), box(2, 0), box(1, 1), box(1, 2), box(0, 1)]
  const from = box(1, 0)
  expect(nearest(from, boxes, 'ArrowLeft')).toBe(0)
  expect(nearest(from, boxes, 'ArrowRight')).toBe(1)
  expect(nearest(from, boxes, 'ArrowDown')).toBe(2)
  expect(nearest(from, boxes, 'ArrowUp')).toBe(-1)
})
