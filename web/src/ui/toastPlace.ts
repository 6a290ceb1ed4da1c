/** Finds a place where a notice covers neither controls nor text; pure except for the boxes it is given. */
import type { CSSProperties } from 'react'
import { isShown } from './shown'

type Box = Pick<DOMRect, 'left' | 'top' | 'width'>

interface Around {
  /** The size of the window. */
  width: number
  height: number
  /** The bar at the foot, or the main button: the notice stands right above. */
  above?: Box
  /** The account or the rail at the side: the notice stands left of it. */
  beside?: Box
  /** The form at the right, with its buttons at the foot: the notice stands left of it, or where there is no room, at the top. */
  drawer?: Box
}

const widest = 420
const margin = 28
const gap = 16
const phone = 700

/** Returns the distances in CSS px from the edges of the window. */
export function toastPlace({ width, height, above, beside, drawer }: Around): CSSProperties {
  const edge = width <= phone ? 8 : 0
  if (above) {
    const left = Math.max(above.left, edge)
    // The foot of a sheet that is sliding in is still below the window.
    const bottom = Math.max(height - above.top, 0) + 8
    return { left, width: Math.min(above.width, width - 2 * edge), bottom }
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

type Size = Pick<DOMRect, 'width' | 'height'>
type Rect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** Returns the same place, or where that lies over buttons: right above them, below the heading, or at the top. */
export function clearOf(first: CSSProperties, notice: Size, window: Size, head: number, buttons: Rect[]) {
  const rect = (place: CSSProperties): Rect => {
    const width = Number(place.width ?? window.width - Number(place.left) - Number(place.right))
    const left = place.left === undefined ? window.width - Number(place.right) - width : Number(place.left)
    const top =
      place.top === undefined ? window.height - Number(place.bottom) - notice.height : Number(place.top)
    return { left, top, width, height: notice.height }
  }
  const covered = (place: CSSProperties) => buttons.filter((button) => overlap(rect(place), button))
  const under = covered(first)
  if (under.length === 0) return first
  const { top: _top, bottom: _bottom, ...across } = first
  const raised = window.height - Math.min(...under.map((button) => button.top)) + 8
  const places = [{ ...across, bottom: raised }, { ...across, top: head + 8 }, { ...across, top: 8 }, first]
  const inside = places.filter((place) => rect(place).top >= 0)
  return inside.reduce((best, place) => (covered(place).length < covered(best).length ? place : best))
}

const overlap = (a: Rect, b: Rect) =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height

/** Returns the place for the present screen: in the dialog where one is open. */
export function placeNow(dialog: HTMLElement | null | undefined, notice: HTMLElement | null): CSSProperties {
  const box = (attribute: string) => {
    const parts = [...(dialog ?? document).querySelectorAll<HTMLElement>(`[${attribute}]`)]
    return parts.filter(isShown).at(-1)?.getBoundingClientRect()
  }
  const size = { width: window.innerWidth, height: window.innerHeight }
  const [above, beside] = [box('data-toast-above'), box('data-toast-beside')]
  const place = toastPlace({
    ...size,
    above,
    beside,
    drawer: dialog?.dataset.shape === 'drawer' ? dialog.getBoundingClientRect() : undefined,
  })
  const buttons = (within: string) =>
    [...document.querySelectorAll<HTMLElement>(within)]
      .filter((button) => !notice?.contains(button) && isShown(button))
      .map((button) => button.getBoundingClientRect())
      .filter((rect) => inWindow(rect, size))
  const asked = dialog ? buttons('dialog[open] button') : buttons('form button')
  // A screen that marks a place for notices has made room for them; on any other no button may be covered.
  const keys =
    dialog || above || beside ? [] : buttons('main :is(button, .mantine-Button-root)').filter(isKey)
  const heading = (dialog ?? document).querySelector('header')?.getBoundingClientRect()
  return clearOf(
    place,
    notice?.getBoundingClientRect() ?? { width: 0, height: 0 },
    size,
    Math.max(heading?.bottom ?? 0, 0),
    [...asked, ...keys],
  )
}

/**
 * Returns whether a button is as large as one that work waits for; the menu of a row, or a name in it, may be covered for a
 * moment.
 */
const isKey = ({ width, height }: Pick<Rect, 'width' | 'height'>) => width >= 64 && height >= 40

const inWindow = (rect: Rect, { width, height }: Size) =>
  rect.width > 0 &&
  rect.top < height &&
  rect.top + rect.height > 0 &&
  rect.left < width &&
  rect.left + rect.width > 0
