import { type CSSProperties, useRef, useState } from 'react'

const gap = 4
const margin = 8

/** Places a popover right below its button, or above it where the screen ends. */
export function useAnchored<Opener extends HTMLElement>(side: 'left' | 'right') {
  const opener = useRef<Opener>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [style, setStyle] = useState<CSSProperties>({})
  const stand = () => {
    const from = opener.current?.getBoundingClientRect()
    const { offsetHeight: height = 0, offsetWidth: width = 0 } = panel.current ?? {}
    if (!from) return
    const below = from.bottom + gap + height + margin <= window.innerHeight
    // It extends to that side as far as it can without leaving the window on the other.
    const within = (wanted: number) => Math.max(margin, Math.min(wanted, window.innerWidth - width - margin))
    setStyle({
      top: below ? from.bottom + gap : Math.max(margin, from.top - gap - height),
      ...(side === 'right' ? { right: within(window.innerWidth - from.right) } : { left: within(from.left) }),
    })
  }
  // It is placed before it shows, so that it never shows elsewhere, and again when its size is known.
  return {
    opener,
    panel: { ref: panel, style, onBeforeToggle: stand, onToggle: stand },
    close: () => panel.current?.hidePopover(),
  }
}
