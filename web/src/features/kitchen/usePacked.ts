import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'
import { type CardSpot, columnsOf, packColumns } from './pack'

export interface PackedCards {
  /** The spots of the cards, in their order. */
  spots: CardSpot[]
  width: number
  gap: number
  /** The width of the lane, so that its last page is a whole one. */
  reach: number
}

/**
 * Measures the cards of the lane, returns the spot of each, and sets `data-dense` on the lane where they only fit closer together;
 * `groups` are the keys of those that belong together.
 */
export function usePacked(lane: RefObject<HTMLElement | null>, groups: string[][], off: boolean) {
  const [packed, setPacked] = useState<PackedCards | null>(null)
  const shape = groups.map((keys) => keys.length).join()
  // The same sizes in another order stand elsewhere.
  const order = groups.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is read from the page
  useLayoutEffect(() => {
    const element = lane.current
    if (!element || off) {
      element?.removeAttribute('data-dense')
      setPacked(null)
      return
    }
    const arrange = () => setPacked((before) => keep(before, measure(element, shape)))
    arrange()
    const observer = new ResizeObserver(arrange)
    observer.observe(element)
    for (const card of element.querySelectorAll('article')) observer.observe(card)
    return () => observer.disconnect()
  }, [lane, shape, order, off])
  const spotOf = (index: number): CSSProperties | undefined => {
    const spot = packed?.spots[index]
    if (!packed || !spot) return undefined
    return {
      position: 'absolute',
      left: packed.gap + spot.column * (packed.width + packed.gap),
      top: packed.gap + spot.top,
    }
  }
  return { packed, spotOf }
}

/** Cards keep their size as long as the columns in sight hold all of them; then they come closer, and only then a table is divided. */
function measure(lane: HTMLElement, shape: string): PackedCards {
  const roomy = arranged(lane, shape, false)
  if (roomy.fits) return roomy.packed
  const dense = arranged(lane, shape, true)
  return dense.fits ? dense.packed : arranged(lane, shape, true, true).packed
}

function arranged(lane: HTMLElement, shape: string, dense: boolean, split = false) {
  lane.toggleAttribute('data-dense', dense)
  const style = getComputedStyle(lane)
  const gap = Number.parseFloat(style.getPropertyValue('--wall-gap')) || 0
  const columns = Number.parseFloat(style.getPropertyValue('--wall-columns')) || 1
  const cards = [...lane.querySelectorAll('article')]
  const heights = cards.map((card) => card.offsetHeight)
  const groups = shape === '' ? [] : shape.split(',').map((count) => heights.splice(0, Number(count)))
  const spots = packColumns(groups, lane.clientHeight - 2 * gap, gap, split)
  const width = cards[0]?.getBoundingClientRect().width ?? 0
  const pages = Math.ceil(columnsOf(spots) / columns)
  return {
    packed: { spots, width, gap, reach: pages * columns * (width + gap) + gap },
    fits: columnsOf(spots) <= columns,
  }
}

/** The same spots stay the same object, so that nothing is drawn again. */
const keep = (before: PackedCards | null, now: PackedCards) =>
  JSON.stringify(before) === JSON.stringify(now) ? before : now
