import { type ReactNode, useEffect, useRef } from 'react'
import c from './Dialog.module.css'

interface Props {
  /** Its name for screen readers. */
  label: string
  onClose: () => void
  /** In the middle, from below (phone), or from the right (forms). */
  shape?: 'center' | 'sheet' | 'drawer'
  children: ReactNode
}

/** A modal of the browser's own: it traps focus, makes the rest inert and closes on Esc. Mounted means open. */
export function Dialog({ label, onClose, shape = 'center', children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) {
      // The browser would focus whatever comes first, which is the cross.
      const wanted = dialog.contains(document.activeElement)
        ? (document.activeElement as HTMLElement)
        : dialog.querySelector<HTMLElement>('[data-autofocus]')
      dialog.showModal()
      wanted?.focus()
    }
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it; the click is only on the backdrop
    <dialog
      ref={ref}
      className={c.dialog}
      data-shape={shape}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      {shape === 'sheet' ? <div className={c.grab} aria-hidden="true" /> : null}
      <div className={c.body}>{children}</div>
    </dialog>
  )
}
