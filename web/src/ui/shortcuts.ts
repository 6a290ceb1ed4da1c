import { useLayoutEffect, useRef } from 'react'

type Shortcuts = Record<string, (() => void) | undefined | false>

/** What lies before the screen and takes Esc for itself. */
const inFront = 'dialog[open], [popover]:popover-open'

/** Keys of the whole screen. Not while a dialog or a menu stands before it, nor where the key is already meant for a field. */
export function useShortcuts(keys: Shortcuts) {
  const latest = useRef(keys)
  // Before it is painted: a key that is pressed as soon as the screen stands is heard.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const action = latest.current[event.key]
      if (!action || event.defaultPrevented || document.querySelector(inFront)) return
      if (meantForTarget(event.key, event.target as HTMLElement)) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** F keys and Escape are always ours; what is typed belongs to a field, Enter also to a plain button or link. */
function meantForTarget(key: string, target: HTMLElement): boolean {
  if (/^F\d+$/.test(key) || key === 'Escape') return false
  if (takesText(target)) return key !== 'Enter' || target.tagName === 'TEXTAREA'
  return key === 'Enter' && isPlainButton(target)
}

/** Enter presses it; on a choice it goes on with the work instead. */
export const isPlainButton = (target: HTMLElement) =>
  target.closest('a, button:not([role=radio], [aria-pressed])') !== null

/** Whether what is typed belongs there; a switch or a choice that was just tapped has the focus, but no use for digits. */
export function takesText(target: HTMLElement): boolean {
  if (target instanceof HTMLInputElement) return !/^(radio|checkbox)$/.test(target.type)
  return /^(TEXTAREA|SELECT)$/.test(target.tagName)
}

/** The digits of the keyboard, for a screen with a numeric pad. */
export const digitKeys = (press: (key: string) => void): Shortcuts =>
  Object.fromEntries([...'0123456789.', 'Backspace'].map((key) => [key, () => press(key)]))
