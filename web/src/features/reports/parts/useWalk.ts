import { type KeyboardEvent, useRef } from 'react'

/** Makes a chart one stop for the keyboard; arrows, Home and End go from one of its points (`data-bar`) to another. */
export function useWalk(onCome?: (key: string) => void) {
  const ref = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const all = [...(ref.current?.querySelectorAll<HTMLElement>('[data-bar]') ?? [])]
    const at = all.indexOf(event.target as HTMLElement)
    const by = { ArrowRight: 1, ArrowLeft: -1, Home: -all.length, End: all.length }[event.key]
    if (!by || at < 0) return
    event.preventDefault()
    const next = all[Math.min(all.length - 1, Math.max(0, at + by))]
    next?.focus()
    if (next?.dataset.bar !== undefined) onCome?.(next.dataset.bar)
  }
  return { ref, onKeyDown }
}
