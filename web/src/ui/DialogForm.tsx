import type { FormEvent, ReactNode } from 'react'
import c from './DialogForm.module.css'
import { DialogHead } from './DialogHead'
import { ServerForm } from './form/ServerForm'
import { TypedDialog } from './TypedDialog'
import { usePhone } from './viewport'

/** The class of the main button of a dialog. */
export const goButton = c.go ?? ''

/** The class of a button beside the main one. */
export const secondButton = c.second ?? ''

/** The class of a warning to read before going on. */
export const dialogWarning = c.warning ?? ''

interface Props {
  title: string
  text?: ReactNode
  /** If absent, only the form's buttons close it. */
  onClose?: () => void
  /** If absent, the dialog is a question that is answered by buttons. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** The values typed or chosen so far: closing asks before they are lost. */
  holds?: unknown
  children: ReactNode
  /** Dialogs that open above this one. */
  above?: ReactNode
}

/** A short form or question in the middle of the screen; on a phone it comes from below. */
export function DialogForm({ title, text, onClose, onSubmit, holds, children, above }: Props) {
  const phone = usePhone()
  const body = (
    <>
      <DialogHead title={title} text={text} onClose={onClose} />
      {children}
    </>
  )
  return (
    <TypedDialog
      label={title}
      onClose={onClose}
      shape={phone ? 'sheet' : 'center'}
      low={!onSubmit}
      holds={holds}
    >
      {onSubmit ? (
        <ServerForm className={c.form} onSubmit={onSubmit}>
          {body}
        </ServerForm>
      ) : (
        <div className={c.form}>{body}</div>
      )}
      {above}
    </TypedDialog>
  )
}
