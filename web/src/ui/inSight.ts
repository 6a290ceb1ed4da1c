import { useEffect, useRef } from 'react'

/** For a row of tabs of which not all fit side by side: the one that is open is in sight. */
export function useOpenInSight(open: unknown) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that is open now is found by its mark
  useEffect(() => {
    const show = () =>
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
    show()
    // Until the house's type is there, the words take another width.
    void document.fonts?.ready.then(show)
  }, [open])
  return nav
}
