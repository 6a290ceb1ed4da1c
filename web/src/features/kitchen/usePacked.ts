import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'
import { pack, type Spot } from './pack'

interface Packed {
  /** Of each card, in their order. */
  spots: Spot[]
  width: number
  gap: number
}

/** Measures the cards of the lane and says where each of them stands; `groups` is how many belong together. */
export function usePacked(lane: RefObject<HTMLElement | null>, groups: number[], off: boolean) {
  const [packed, setPacked] = useState<Packed | null>(null)
  const shape = groups.join()
  useLayoutEffect(() => {
    const element = lane.current
    if (!element || off) {
      setPacked(null)
      return
    }
    const arrange = () => setPacked((before) => keep(before, measure(element, shape)))
    arrange()
    const observer = new ResizeObserver(arrange)
    observer.observe(element)
    for (const card of element.querySelectorAll('article')) observer.observe(card)
    return () => observer.disconnect()
  }, [lane, shape, off])
  return (index: number): CSSProperties | undefined => {
    const spot = packed?.spots[index]
    if (!packed || !spot) return undefined
    return {
      position: 'absolute',
      left: packed.gap + spot.column * (packed.width + packed.gap),
      top: packed.gap + spot.top,
    }
  }
}

function measure(lane: HTMLElement, shape: string): Packed {
  const cards = [...lane.querySelectorAll('article')]
  const gap = Number.parseFloat(getComputedStyle(lane).getPropertyValue('--wall-gap')) || 0
  const heights = cards.map((card) => card.offsetHeight)
  const groups = shape === '' ? [] : shape.split(',').map((count) => heights.splice(0, Number(count)))
  const spots = pack(groups, lane.clientHeight - 2 * gap, gap).flat()
  return { spots, width: cards[0]?.offsetWidth ?? 0, gap }
}

/** The same places are the same answer: nothing is drawn again. */
const keep = (before: Packed | null, now: Packed) =>
  JSON.stringify(before) === JSON.stringify(now) ? before : now
