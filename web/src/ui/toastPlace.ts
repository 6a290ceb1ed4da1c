/** Where a notice stands so that it covers neither what acts nor what is read; pure but for the boxes it is given. */
import type { CSSProperties } from 'react'

type Box = Pick<DOMRect, 'left' | 'top' | 'width'>

interface Around {
  /** The window. */
  width: number
  height: number
  /** The bar at the foot, or the button that acts: it stands right above. */
  above?: Box
  /** The account or the rail at the side: it stands left of it. */
  beside?: Box
  /** The form at the right, with its buttons at the foot: left of it, or where there is no room, at the top. */
  drawer?: Box
}

const widest = 420
const margin = 28
const gap = 16
const phone = 700

/** In CSS px from the edges of the window. */
export function toastPlace({ width, height, above, beside, drawer }: Around): CSSProperties {
  const edge = width <= phone ? 8 : 0
  if (above) {
    const left = Math.max(above.left, edge)
    return { left, width: Math.min(above.width, width - 2 * edge), bottom: height - above.top + 8 }
  }
  const side = drawer ?? beside
  const room = side ? side.left - 2 * gap : 0
  if (side && room > widest / 2) {
    return { right: width - side.left + gap, width: Math.min(widest, room), bottom: margin }
  }
  if (drawer) return { right: gap, width: Math.min(widest, width - 2 * gap), top: gap }
  if (edge) return { left: edge, right: edge, bottom: gap }
  return { right: margin, width: widest, bottom: margin }
}

/** The same for what stands on the screen now: in the dialog where one is open. */
export function placeNow(dialog: HTMLElement | undefined): CSSProperties {
  const box = (attribute: string) => {
    const parts = [...(dialog ?? document).querySelectorAll<HTMLElement>(`[${attribute}]`)]
    return parts
      .filter((part) => part.checkVisibility())
      .at(-1)
      ?.getBoundingClientRect()
  }
  return toastPlace({
    width: window.innerWidth,
    height: window.innerHeight,
    above: box('data-toast-above'),
    beside: box('data-toast-beside'),
    drawer: dialog?.dataset.shape === 'drawer' ? dialog.getBoundingClientRect() : undefined,
  })
}
