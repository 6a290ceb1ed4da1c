import type { KeyboardEvent } from 'react'

/** Keys of a panel that stands in a dialog, where the keys of the screen do not reach. */
export const dialogKeys =
  (press: (key: string) => void, go: () => void) => (event: KeyboardEvent<HTMLElement>) => {
    const at = event.target as HTMLElement
    const dialog = event.currentTarget.closest('dialog')
    // What is typed into a dialog above this one is not for the panel.
    if (!dialog || at.closest('dialog') !== dialog || /^(INPUT|SELECT)$/.test(at.tagName)) return
    if (/^[\d.]$/.test(event.key) || event.key === 'Backspace') press(event.key)
    else if (event.key === 'Enter' && at.tagName !== 'BUTTON') go()
  }
