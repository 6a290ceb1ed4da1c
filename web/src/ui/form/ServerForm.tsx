import { type ComponentProps, useRef } from 'react'
import { focusUnreadable, useErrorFocus } from './useErrorFocus'

/**
 * A form whose errors the server says: nothing is checked by the browser, and the first wrong field gets the focus. What cannot be read
 * is not sent, for it would count as nothing.
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
