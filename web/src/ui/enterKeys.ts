import { takesText } from './shortcuts'

/** A finger that presses twice does so within this time (ms). */
const quietMs = 300

let last = ''
let quietUntil = 0
/** The element that got the focus instead; null until that is settled. */
let quietAt: Element | null = null

/** Ignores a late Enter after a layer has closed: it was meant for that layer, and not for the element that has the focus now. */
export function quietenEnter() {
  if (last !== 'Enter') return
  quietUntil = performance.now() + quietMs
  quietAt = null
  queueMicrotask(() => {
    quietAt = document.activeElement
  })
}

const isLate = () =>
  performance.now() < quietUntil && (quietAt === null || quietAt === document.activeElement)

/** Returns whether the last act of the person was to press a key, and not to touch something. */
export const isByKey = () => last !== ''

/**
 * Drops an Enter that a held key repeats, except where it makes new lines, and one that comes late after a layer has closed. Any
 * other key is recorded as the last one, for `isByKey`.
 */
export function onAnyKeyDown(event: KeyboardEvent) {
  const isHeld = event.repeat && !(event.target instanceof HTMLTextAreaElement)
  if (event.key === 'Enter' && (isHeld || isLate())) {
    event.preventDefault()
    event.stopImmediatePropagation()
    return
  }
  quietUntil = 0
  last = event.key
}

/** Notes that the person now uses the mouse or a finger: the last key no longer counts. */
export function forgetLastKey() {
  quietUntil = 0
  last = ''
}

/** Lets Enter turn a switch and tick a box, as Space does. */
export function tickByEnter(event: KeyboardEvent) {
  const box = event.target
  if (event.key !== 'Enter' || event.defaultPrevented || !(box instanceof HTMLInputElement)) return
  if (takesText(box) || box.type !== 'checkbox') return
  event.preventDefault()
  box.click()
}
