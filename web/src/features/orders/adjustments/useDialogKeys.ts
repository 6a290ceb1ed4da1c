import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isPlainButton, takesText } from '../../../ui/shortcuts'

/** The keys of a panel that stands in a dialog, where the keys of the screen do not reach. */
export function useDialogKeys(press: (key: string) => void, go: () => void) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    // It was fetched after the dialog opened: until now the dialog itself has the focus.
    if (ref.current?.closest('dialog')) ref.current.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = event.target as HTMLElement
    const dialog = event.currentTarget.closest('dialog')
    // What is typed into a dialog above this one is not for the panel.
    if (!dialog || at.closest('dialog') !== dialog || takesText(at)) return
    if (/^[\d.]$/.test(event.key) || event.key === 'Backspace') press(event.key)
    else if (event.key === 'Enter' && !isPlainButton(at)) {
      event.preventDefault()
      go()
    }
  }
  return { ref, tabIndex: -1, onKeyDown }
}
