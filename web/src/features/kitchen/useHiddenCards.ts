import { type RefObject, useEffect, useState } from 'react'
import type { Packed } from './usePacked'

/** How many cards stand to the right of what is seen: nobody scrolls a wall, so it has to say that there are more. */
export function useHiddenCards(
  lane: RefObject<HTMLElement | null>,
  cards: number,
  packed: Packed | null,
): number {
  const [hidden, setHidden] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards stand elsewhere
  useEffect(() => {
    const element = lane.current
    if (!element) return
    const count = () => {
      const edge = element.getBoundingClientRect().right
      setHidden(
        Array.from(element.children).filter((card) => card.getBoundingClientRect().left >= edge - 1).length,
      )
    }
    count()
    const observer = new ResizeObserver(count)
    observer.observe(element)
    element.addEventListener('scroll', count)
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', count)
    }
  }, [lane, cards, packed])
  return hidden
}
