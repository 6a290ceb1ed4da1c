/** Fingers tap twice, and the second tap must not press what appeared beneath them meanwhile. */

/** Both taps of one finger are at most this far apart, in CSS px. */
const nearPx = 24
/** A person needs longer than this (ms) to see something that has just appeared and to want it. */
const unseenMs = 400

/** These open, close or replace each other as a whole. The last row of a list that goes away is not one of them. */
const surfaces = 'dialog, [popover], [role=dialog], [role=listbox], main, section, aside, form'
const keys = 'button, a, label, input, select, textarea, summary, [role=button], [role=option], [tabindex]'

interface Press {
  x: number
  y: number
  key: Element
  /** The surface that is seen at that place. */
  surface: Element
  /** The time when another one came to be seen there, in ms of `performance.now`. */
  changedAt: number
}

const keyAt = (target: EventTarget | null) => {
  const element = target instanceof Element ? target : document.documentElement
  return element.closest(keys) ?? element
}
const surfaceOf = (element: Element | null) => element?.closest(surfaces) ?? document.documentElement

let last: Press | null = null
let isSecond = false

function change(press: Press) {
  press.changedAt = performance.now()
  // The new surface may be replaced in turn: a dialog leads to a screen that is first shown as loading.
  press.surface = surfaceOf(document.elementFromPoint(press.x, press.y))
}

const isOpening = ({ type, target }: MutationRecord) =>
  type === 'attributes' && target instanceof HTMLDialogElement && target.open

const changes = new MutationObserver((records) => {
  if (last && (!last.surface.isConnected || records.some(isOpening))) change(last)
})

/** Returns whether the tap was meant for what had been there: the same button counts however fast it is tapped. */
const isLate = ({ clientX, clientY, target, timeStamp }: MouseEvent) =>
  last !== null &&
  timeStamp - last.changedAt < unseenMs &&
  Math.hypot(clientX - last.x, clientY - last.y) <= nearPx &&
  keyAt(target) !== last.key

function stop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function press(event: PointerEvent) {
  isSecond = isLate(event)
  if (isSecond) return stop(event)
  const { clientX: x, clientY: y } = event
  const key = keyAt(event.target)
  last = { x, y, key, surface: surfaceOf(key), changedAt: Number.NEGATIVE_INFINITY }
}

/** A finger may come down before the change and be lifted after it. */
function click(event: MouseEvent) {
  // The click came from a key of the keyboard, or a script.
  if (event.detail === 0) return
  if (isSecond || isLate(event)) stop(event)
}

/**
 * For about 400 ms after something else has come under a finger, a tap of that finger is ignored; taps elsewhere and keys always
 * count.
 */
export function ignoreSecondTaps() {
  changes.observe(document, { childList: true, subtree: true, attributeFilter: ['open'] })
  document.addEventListener('beforetoggle', () => last && change(last), true)
  window.addEventListener('pointerdown', press, true)
  window.addEventListener('mousedown', (event) => isSecond && stop(event), true)
  window.addEventListener('click', click, true)
  window.addEventListener(
    'keydown',
    () => {
      last = null
    },
    true,
  )
}
