import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Returns how many items of a list stand whole within its height, because nobody scrolls a kitchen screen. All of them count
 * while it is `folded`.
 */
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
