import { type RefObject, useEffect } from 'react'

type Way = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'
const ways: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const middle = (box: Box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 })

/**
 * Returns the index of the box that an arrow reaches from `from`: the nearest that way, straight ahead before aside; -1 where
 * there is none.
 */
export function nearest(from: Box, boxes: Box[], way: Way): number {
  const start = middle(from)
  let best = -1
  let least = Number.POSITIVE_INFINITY
  boxes.forEach((box, index) => {
    const { x, y } = middle(box)
    const dx = x - start.x
    const dy = y - start.y
    const upright = way === 'ArrowUp' || way === 'ArrowDown'
    const ahead = upright ? dy : dx
    const forward = way === 'ArrowUp' || way === 'ArrowLeft' ? -ahead : ahead
    if (forward < 8) return
    const distance = forward + 3 * Math.abs(upright ? dx : dy)
    if (distance < least) {
      least = distance
      best = index
    }
  })
  return best
}

/**
 * Moves the focus by arrows from button to button, by where they stand: categories, tiles, lines. In a field arrows are the
 * field's own.
 */
export function useArrowKeys(room: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const at = event.target as HTMLElement
      const field = /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName)
      // The down key leads from the search to what was found.
      const leaves = event.key === 'ArrowDown' && at.matches('input[type=search]')
      if (!room.current || !ways.includes(event.key) || (field && !leaves)) return
      if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return
      const keys = [...room.current.querySelectorAll<HTMLElement>('button:enabled')].filter(
        (key) => key !== at && key.offsetParent !== null,
      )
      const inside = room.current.contains(at)
      const next = inside
        ? keys[
            nearest(
              at.getBoundingClientRect(),
              keys.map((key) => key.getBoundingClientRect()),
              event.key as Way,
            )
          ]
        : (room.current.querySelector<HTMLElement>('main button:enabled') ?? keys[0])
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [room])
}
