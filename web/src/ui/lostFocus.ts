import { isByKey, quietenEnter } from './enterKeys'
import { type Layer, useLayers } from './layers'
import { isShown } from './shown'

const reached =
  'a[href], button:enabled, input:enabled:not([type=hidden], [type=file]), select:enabled, textarea:enabled'
/** The focus goes on within these parts of a page. */
const areas = 'main, aside, dialog, body'
/** After these elements other work begins, so that the focus does not go on to their neighbours. */
const ends = '[data-ring-ends]'
const busy = '[data-loading], [aria-busy=true]'
/** After this time in ms the elements that replace others are drawn. */
const settleMs = 80

/** The place of an element: itself and its parents up to its area, with the siblings of each. */
interface Place {
  element: HTMLElement
  steps: { element: Element; next: Element | null; previous: Element | null }[]
  area: Element
}

let place: Place | null = null
let isLost = false
let timer: ReturnType<typeof setTimeout> | undefined

/** The latest places, for what is opened from one of them. */
let visited: Place[] = []
const openers = new Map<Layer, Place>()

function placeOf(element: HTMLElement): Place {
  const steps: Place['steps'] = []
  let at: Element = element
  for (; at.parentElement && !at.matches(areas); at = at.parentElement)
    steps.push({ element: at, next: at.nextElementSibling, previous: at.previousElementSibling })
  return { element, steps, area: at }
}

function reachedIn(part: Element): HTMLElement[] {
  const found = [...part.querySelectorAll<HTMLElement>(reached)]
  if (part instanceof HTMLElement && part.matches(reached)) found.unshift(part)
  return found.filter((each) => each.tabIndex >= 0 && isShown(each) && !each.closest('[inert]'))
}

function firstBeside(start: Element | null, way: 'nextElementSibling' | 'previousElementSibling') {
  for (let part = start?.isConnected ? start : null; part; part = part[way]) {
    const found = reachedIn(part).at(way === 'nextElementSibling' ? 0 : -1)
    if (found) return found
  }
}

/**
 * Returns the nearest element to go on with: the one after, else the one before, else one level up; undefined where its whole area has
 * gone.
 */
function nearestTo({ steps, area }: Place): HTMLElement | undefined {
  if (!area.isConnected) return undefined
  for (const step of steps) {
    const { element } = step
    const next = element.isConnected ? element.nextElementSibling : step.next
    const previous = element.isConnected ? element.previousElementSibling : step.previous
    const found = firstBeside(next, 'nextElementSibling') ?? firstBeside(previous, 'previousElementSibling')
    if (found) return found
    // Its neighbours were drawn anew too.
    const around = steps[steps.indexOf(step) + 1]?.element ?? area
    if (!element.isConnected && around.isConnected) {
      const [first] = reachedIn(around)
      if (first) return first
    }
  }
}

const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled')

/** True when nothing has the focus, or only a dialog as a whole. */
const isNowhere = (now: Element | null) => now === null || now.matches('body, dialog') || !now.isConnected

function goOnFrom(from: Place) {
  const now = document.activeElement
  if (!isByKey() || !(isNowhere(now) || now === from.element)) return
  const isBack = isUsable(from.element) && isShown(from.element)
  const next = isBack ? from.element : from.element.closest(ends) ? undefined : nearestTo(from)
  if (!next) return
  // The second Enter of a fast pair was meant for the element that is gone.
  if (next !== from.element) quietenEnter()
  next.focus()
}

/** A busy button is waited for: it gets the focus back when it is done. */
function look() {
  if (!place) return
  if (!isUsable(place.element)) isLost = true
  if (!isLost || (place.element.isConnected && place.element.matches(busy))) return
  clearTimeout(timer)
  timer = setTimeout(settle, settleMs)
}

function settle() {
  const from = place
  if (!from || (from.element.isConnected && from.element.matches(busy))) return
  isLost = false
  goOnFrom(from)
}

function visit({ target }: FocusEvent) {
  if (!(target instanceof HTMLElement)) return
  clearTimeout(timer)
  isLost = false
  place = target.matches('body, dialog') ? null : placeOf(target)
  if (place) visited = [...visited.slice(-7), place]
}

/** Somebody who leaves a field on purpose keeps no focus on purpose. */
function leave({ target }: FocusEvent) {
  const left = place
  if (left?.element !== target) return
  queueMicrotask(() => {
    const isLeft = document.hasFocus() && document.activeElement !== left?.element
    if (place === left && left && isLeft && isUsable(left.element)) place = null
  })
}

/** The element that a dialog or panel was opened from may be gone when it closes. */
function followLayers(now: Layer[], before: Layer[]) {
  for (const layer of now.filter((each) => !before.includes(each))) {
    const opener = visited.findLast(({ element }) => !layer.dialog?.contains(element))
    if (opener) openers.set(layer, opener)
  }
  const closed = before.filter((each) => !now.includes(each))
  if (closed.length === 0) return
  quietenEnter()
  for (const layer of closed) {
    const opener = openers.get(layer)
    openers.delete(layer)
    // If the opener is still there, the layer itself has given the focus back to it.
    if (opener) setTimeout(() => opener.element.isConnected || goOnFrom(opener), settleMs)
  }
}

/**
 * Keeps the focus for people who work by keyboard: when the focused element goes away or is disabled, the nearest one gets the
 * focus. The browser would lay it down, and each further step would begin at the top of the page.
 */
export function keepFocus() {
  document.addEventListener('focusin', visit)
  document.addEventListener('focusout', leave)
  useLayers.subscribe((now, before) => followLayers(now.layers, before.layers))
  new MutationObserver(look).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'data-loading', 'aria-busy'],
  })
}
