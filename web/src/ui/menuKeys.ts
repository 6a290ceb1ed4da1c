import { openMenu } from './openMenu'
import { takesText } from './shortcuts'
import { isShown } from './shown'

/** Where an arrow leads in a menu of so many entries; before its first arrow one stands at its button, at -1. */
const places: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** In an open menu the arrows go from entry to entry, all around. What is typed into a field of it is the field's own. */
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
