import { useLayoutEffect, useRef } from 'react'
import { isLeaving } from './back'
import { frontDialog, isMenuOpen, useDialogElement, useLayers } from './layers'
import { ownsEnter } from './ring'

type Shortcuts = Record<string, (() => void) | undefined | false>

/**
 * Binds keys for the whole screen, or the dialog that this stands in. They rest while another dialog or a menu is in front, and
 * where a field needs the key; and Esc closes first what is open.
 */
export function useShortcuts(keys: Shortcuts) {
  const latest = useRef(keys)
  const dialog = useDialogElement()
  // It runs before the screen is painted, so that a key pressed as soon as the screen stands is heard.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // Esc would go where it goes already, and Enter would collect behind the next screen.
      if (isLeaving()) return
      const action = latest.current[event.key]
      const open = useLayers.getState()
      if (!action || event.defaultPrevented || frontDialog(open) !== dialog || isMenuOpen()) return
      if (event.key === 'Escape' && open.layers.length > 0) return
      if (isHeldOrModified(event)) return
      if (meantForTarget(event.key, event.target as HTMLElement)) return
      event.preventDefault()
      // A field stores its text when it loses the focus, which must happen before the screen acts.
      if (isFunctionKey(event.key)) leaveForm(event.target)
      action()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [dialog])
}

/** Takes the focus from the field or, where the whole form stores the values, from the form. */
function leaveForm(target: EventTarget | null) {
  if (target instanceof HTMLElement && target.closest('input, form')) target.blur()
}

const isFunctionKey = (key: string) => /^F\d+$/.test(key)

/** A held key collects once, and Shift+F10 is the browser's menu; only digits and steps repeat. */
function isHeldOrModified({ key, repeat, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent) {
  if (!isFunctionKey(key)) return repeat && key === 'Enter'
  return repeat || ctrlKey || altKey || metaKey || shiftKey
}

/** F keys and Escape are always ours; typed text belongs to a field, and Enter first to the focused element. */
function meantForTarget(key: string, target: HTMLElement): boolean {
  if (isFunctionKey(key) || key === 'Escape') return false
  return key === 'Enter' ? ownsEnter(target) : takesText(target)
}

/**
 * Returns whether typed keys belong to the element; a switch or a choice that was just tapped has the focus, but no use for
 * digits.
 */
export function takesText(target: HTMLElement): boolean {
  if (target instanceof HTMLInputElement) return !/^(radio|checkbox)$/.test(target.type)
  return /^(TEXTAREA|SELECT)$/.test(target.tagName)
}

/** Binds the digits of the keyboard, for a screen with a numeric pad. */
export const digitKeys = (press: (key: string) => void): Shortcuts =>
  Object.fromEntries([...'0123456789.', 'Backspace'].map((key) => [key, () => press(key)]))
