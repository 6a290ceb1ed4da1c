import { type ComponentProps, useRef } from 'react'
import { focusUnreadable, useErrorFocus } from './useErrorFocus'

/**
 * A form whose errors come from the server: the browser checks nothing, and the first wrong field gets the focus. A field that
 * cannot be read stops the sending, for it would count as empty.
 */
export function ServerForm({ onSubmit, ...rest }: Omit<ComponentProps<'form'>, 'noValidate' | 'ref'>) {
  const form = useRef<HTMLFormElement>(null)
  useErrorFocus(form)
  return (
    <form
      ref={form}
      noValidate
      {...rest}
      onSubmit={(event) => {
        if (focusUnreadable(event.currentTarget)) event.preventDefault()
        else onSubmit?.(event)
      }}
    />
  )
}
