import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLongPress } from './longPress'

const [onTap, onLong] = [vi.fn(), vi.fn()]

function Tile() {
  return (
    <button type="button" onClick={onTap} {...useLongPress(onLong)}>
      Mesa 1
    </button>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  onTap.mockClear()
  onLong.mockClear()
  render(<Tile />)
})
afterEach(() => vi.useRealTimers())

const tile = () => screen.getAllByRole('button').at(-1) as HTMLElement
const down = (pointerType: string) => fireEvent.pointerDown(tile(), { pointerType, clientX: 5, clientY: 5 })
const stay = (ms: number) => act(() => vi.advanceTimersByTime(ms))
function lift() {
  fireEvent.pointerUp(tile())
  fireEvent.click(tile(), { detail: 1 })
}

it('does what a long press is for, and its end opens nothing', () => {
  down('touch')
  stay(600)
  lift()
  expect([onLong.mock.calls.length, onTap.mock.calls.length]).toEqual([1, 0])
  down('touch')
  stay(100)
  lift()
  expect([onLong.mock.calls.length, onTap.mock.calls.length]).toEqual([1, 1])
})

it('takes a finger that moves for scrolling, and a mouse that waits for a click', () => {
  down('touch')
  fireEvent.pointerMove(tile(), { clientX: 5, clientY: 40 })
  stay(600)
  down('mouse')
  stay(600)
  lift()
  expect([onLong.mock.calls.length, onTap.mock.calls.length]).toEqual([0, 1])
})

it('does it once where the browser tells of it too, and each time that the menu key is pressed', () => {
  down('touch')
  stay(600)
  fireEvent.contextMenu(tile())
  lift()
  expect(onLong).toHaveBeenCalledTimes(1)
  fireEvent.contextMenu(tile())
  fireEvent.contextMenu(tile())
  expect(onLong).toHaveBeenCalledTimes(3)
})
