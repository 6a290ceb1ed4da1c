import { type ComponentProps, useRef } from 'react'
import { useErrorFocus } from './useErrorFocus'

/** A form whose errors the server says: nothing is checked by the browser, and the first wrong field gets the focus. */
export function ServerForm(props: Omit<ComponentProps<'form'>, 'noValidate' | 'ref'>) {
  const form = useRef<HTMLFormElement>(null)
  useErrorFocus(form)
  return <form ref={form} noValidate {...props} />
}
