let tapped: Element | null = null

const isMove = (key: string) => key === ' ' || key === 'Tab' || key.startsWith('Arrow')

window.addEventListener(
  'pointerdown',
  ({ target }) => {
    tapped = target instanceof Element ? target.closest('button') : null
  },
  true,
)
window.addEventListener(
  'keydown',
  ({ key }) => {
    if (isMove(key)) tapped = null
  },
  true,
)

/** Returns whether the element was touched last, and no key has led to it: then it has the focus without a ring. */
export const wasTapped = (key: Element) => key === tapped

/** Enter presses these by itself when they have the focus. */
const pressable = 'a[href], button, summary, [role=button], input[type=checkbox]'

/**
 * Returns whether Enter is meant for the focused element: it presses a button, ticks a box, opens a list. Only an answer that is
 * chosen already lets the work go on, as in the browser's own forms; and so does a chip that was tapped, which Enter does not
 * take back.
 */
export function ownsEnter(target: Element): boolean {
  if (/^(TEXTAREA|SELECT)$/.test(target.tagName)) return true
  const key = target.closest(pressable)
  if (!key || key.matches('[role=radio][aria-checked=true], [aria-current=true]')) return false
  return !(key.matches('[aria-pressed]') && wasTapped(key))
}
