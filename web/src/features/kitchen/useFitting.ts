import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many items of a list stand whole within its height: nobody scrolls a wall. All of them while it is `folded` away. */
export function useFitting(list: RefObject<HTMLElement | null>, items: unknown[], folded?: boolean): number {
  const [fitting, setFitting] = useState(items.length)
  useLayoutEffect(() => {
    const element = list.current
    if (!element || folded) return setFitting(items.length)
    const count = () => {
      const edge = element.getBoundingClientRect().bottom
      const whole = Array.from(element.children).filter(
        (item) => item.getBoundingClientRect().bottom <= edge + 1,
      )
      setFitting(whole.length)
    }
    count()
    const observer = new ResizeObserver(count)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list, items, folded])
  return fitting
}
