import { type ReactNode, useEffect, useRef, useState } from 'react'
import c from './Dialog.module.css'
import { closeAsAsked, DialogElement, useLayer } from './layers'

interface Props {
  /** The name for screen readers. */
  label: string
  /** If absent, only the buttons inside the dialog close it. */
  onClose?: () => void
  /** It stands in the middle, comes from below (phone), or from the right (forms). */
  shape?: 'center' | 'sheet' | 'drawer'
  /** True for a sheet that is only as high as its content. */
  low?: boolean
  /** True when the address opens it: going back leaves that address, instead of closing it. */
  inAddress?: boolean
  children: ReactNode
}

const stay = () => undefined

/** Shows a dialog again that the browser closed, in front of what is around it and behind what is open in it. */
function showAgain(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  dialog.showModal()
  raise(dialog)
}

/** Brings what is open in a part in front of everything shown since. */
export function raise(part: HTMLElement) {
  const dialogs = [...part.querySelectorAll<HTMLDialogElement>('dialog[open]')]
  for (const dialog of dialogs) {
    const unheard = (event: Event) => event.stopImmediatePropagation()
    dialog.addEventListener('close', unheard, { capture: true, once: true })
    dialog.close()
    dialog.showModal()
  }
}

/**
 * A modal dialog of the browser's own: it traps focus, makes the rest inert and closes on Esc. It is open while it is mounted.
 */
export function Dialog(props: Props) {
  const { label, onClose, shape = 'center', low, inAddress = false, children } = props
  const ref = useRef<HTMLDialogElement>(null)
  useLayer(onClose ?? stay, { back: !inAddress, dialog: () => ref.current })
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const dialog = ref.current
    setElement(dialog)
    if (dialog && !dialog.open) {
      // The browser would focus the first element, which is the closing button, and Safari shows a ring on it.
      const wanted = dialog.contains(document.activeElement)
        ? (document.activeElement as HTMLElement)
        : dialog.querySelector<HTMLElement>('[data-autofocus]')
      dialog.showModal()
      ;(wanted ?? dialog).focus()
    }
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it; the click is only on the backdrop
    <dialog
      ref={ref}
      className={c.dialog}
      tabIndex={-1}
      data-shape={shape}
      data-low={low || undefined}
      aria-label={label}
      onCancel={(event) => {
        // A cancelled choice of a file is not meant for the dialog.
        if (event.target !== ref.current) return
        event.preventDefault()
        closeAsAsked()
      }}
      // A browser asks once and closes at the second Esc, or going back on a phone: as long as it is rendered, it is opened
      // again.
      onClose={() => showAgain(ref.current)}
      onClick={(event) => {
        if (event.target === ref.current) onClose?.()
      }}
    >
      {shape === 'sheet' ? <div className={c.grab} aria-hidden="true" /> : null}
      <DialogElement value={element}>
        <div className={c.body}>{children}</div>
      </DialogElement>
    </dialog>
  )
}
