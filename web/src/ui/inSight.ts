import { useEffect, useRef } from 'react'

/** Scrolls a row of tabs that do not all fit so that the open one is in sight. */
export function useOpenInSight(open: unknown) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that is open now is found by its mark
  useEffect(() => {
    // Only the row scrolls: the page stays where it is.
    const show = () => {
      const open = nav.current?.querySelector<HTMLElement>('[aria-current]')
      if (!nav.current || !open) return
      const row = nav.current.getBoundingClientRect()
      const tab = open.getBoundingClientRect()
      nav.current.scrollLeft += tab.left + tab.width / 2 - (row.left + row.width / 2)
    }
    show()
    // Before the font has loaded the words have another width.
    void document.fonts?.ready.then(show)
  }, [open])
  return nav
}
