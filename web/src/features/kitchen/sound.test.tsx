import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useNewCommandSound } from './sound'

/** Records what a browser's audio was asked to play. */
const played: number[] = []
let state: 'suspended' | 'running' = 'suspended'

class Audio {
  currentTime = 10
  destination = {}
  get state() {
    return state
  }
  async resume() {
    state = 'running'
  }
  async close() {}
  createGain() {
    const gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }
    return { gain, connect: () => undefined }
  }
  createOscillator() {
    const tone = {
      type: '',
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: () => played.push(tone.frequency.value),
      stop: vi.fn(),
    }
    return tone
  }
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', Audio)
  localStorage.clear()
  played.length = 0
  state = 'suspended'
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Wall = { cards: string[]; area: number | null }
const wall = (first: Wall) =>
  renderHook(({ cards, area }: Wall) => useNewCommandSound(cards, area), { initialProps: first })
const chime = [880, 1174]

describe('the bell', () => {
  it('is off until it is pressed, and rings once when it is', async () => {
    const { result, rerender } = wall({ cards: ['1:1'], area: null })
    rerender({ cards: ['1:1', '2:2'], area: null })
    expect([result.current.on, played]).toEqual([false, []])
    await act(() => result.current.toggle())
    expect([result.current.on, played]).toEqual([true, chime])
  })

  it('rings for a card that was not there, and for nothing else', async () => {
    const { result, rerender } = wall({ cards: ['1:1'], area: null })
    await act(() => result.current.toggle())
    played.length = 0
    rerender({ cards: ['1:1'], area: null })
    rerender({ cards: [], area: null })
    expect(played).toEqual([])
    rerender({ cards: ['1:1'], area: null })
    expect(played, 'what is called back was heard before').toEqual([])
    rerender({ cards: ['1:1', '2:1'], area: null })
    expect(played).toEqual(chime)
  })

  it('does not ring when another area is looked at, but then for what is new there', async () => {
    const { result, rerender } = wall({ cards: ['1:1'], area: 1 })
    await act(() => result.current.toggle())
    played.length = 0
    rerender({ cards: ['1:1', '2:2', '3:3'], area: null })
    expect(played).toEqual([])
    rerender({ cards: ['1:1', '2:2', '3:3', '4:4'], area: null })
    expect(played).toEqual(chime)
  })

  it('is remembered: after a reload the first touch is enough', async () => {
    const before = wall({ cards: [], area: null })
    await act(() => before.result.current.toggle())
    before.unmount()
    state = 'suspended'
    const after = wall({ cards: [], area: null })
    expect(after.result.current.on).toBe(false)
    await act(async () => void window.dispatchEvent(new Event('pointerup')))
    expect(after.result.current.on).toBe(true)
    await act(() => after.result.current.toggle())
    expect(localStorage.length, 'and off is off').toBe(0)
  })
})
