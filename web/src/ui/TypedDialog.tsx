import { type ComponentProps, useState } from 'react'
import { Dialog } from './Dialog'
import { Typing, useChanged } from './typed'
import { useUnsaved } from './useUnsaved'

interface Props extends ComponentProps<typeof Dialog> {
  /** The values typed or chosen so far. While they are those that it opened with, closing does not ask. */
  holds?: unknown
}

/** A dialog in which something is typed: Esc, its closing button, a tap beside it and going back ask before that is lost. */
export function TypedDialog({ holds = null, onClose, children, ...rest }: Props) {
  const changed = useChanged(holds)
  const [typed, setTyped] = useState(false)
  // A dialog with a place in the address also asks when somebody leaves that address.
  const { leave, question } = useUnsaved(changed || typed, rest.inAddress ? 'address' : 'reload')
  return (
    <Dialog {...rest} onClose={onClose && (() => leave(onClose))}>
      <Typing value={{ leave, setTyped }}>{children}</Typing>
      {question}
    </Dialog>
  )
}
