// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { built } from './tapped.sample'
import { lineOf, type ShownLine } from './taps'
import { useKeptSelection } from './useKeptSelection'

const line = (id: number, product = 1): ShownLine => {
  const dish = built()
  return lineOf({ ...dish, product: { ...dish.product, id: product } }, id)
}

function afterAnswer(before: ShownLine[], after: ShownLine[], selected: number) {
  const select = vi.fn()
  const hook = renderHook(({ lines }) => useKeptSelection(lines, selected, select), {
    initialProps: { lines: before },
  })
  hook.rerender({ lines: after })
  return select.mock.calls.flat()
}

test('a line that was chosen before the answer stays chosen under its id', () => {
  expect(afterAnswer([line(-9), line(4)], [line(70), line(4)], -9)).toEqual([70])
})

test('the answer of another line chooses nothing', () => {
  expect(afterAnswer([line(-9), line(-5, 2)], [line(-9), line(71, 2)], -9)).toEqual([])
  expect(afterAnswer([line(-9), line(4)], [line(70), line(4)], 4)).toEqual([])
})

test('a line that the server adds to an equal one is that one', () => {
  expect(afterAnswer([line(-9), line(4)], [line(4)], -9)).toEqual([4])
})
