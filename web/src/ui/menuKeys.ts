import { openMenu } from './openMenu'
import { takesText } from './shortcuts'
import { isShown } from './shown'

/** Returns the entry that an arrow leads to in a menu of `count` entries; before the first arrow `at` is -1, the button. */
const places: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** Moves through an open menu by arrows, all around. A key typed into one of its fields belongs to the field. */
export function moveInMenu(event: KeyboardEvent) {
  const place = places[event.key]
  const menu = openMenu()
  const target = event.target as HTMLElement
  if (!place || !menu || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
  if (takesText(target) || target.closest('[role=radio]')) return
  const entries = [...menu.querySelectorAll<HTMLElement>('a[href], button:enabled')].filter(isShown)
  const next = entries[place(entries.indexOf(target), entries.length)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
