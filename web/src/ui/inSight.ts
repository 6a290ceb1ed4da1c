import { useEffect, useRef } from 'react'

/** For a row of tabs of which not all fit side by side: the one that is open is in sight. */
export function useOpenInSight(open: unknown) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that is open now is found by its mark
  useEffect(() => {
    // Only the row moves: the page stays where it is.
    const show = () => {
      const open = nav.current?.querySelector<HTMLElement>('[aria-current]')
      if (!nav.current || !open) return
      const row = nav.current.getBoundingClientRect()
      const tab = open.getBoundingClientRect()
      nav.current.scrollLeft += tab.left + tab.width / 2 - (row.left + row.width / 2)
    }
    show()
    // Until the house's type is there, the words take another width.
    void document.fonts?.ready.then(show)
  }, [open])
  return nav
}
