import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Starts a search by typing anywhere. The typed text waits for a field that is not there until it is needed, as on a phone. */
export function useTypedAnywhere(field: RefObject<HTMLInputElement | null>, onAhead: (text: string) => void) {
  const ahead = useRef('')
  const tell = useEffectEvent(onAhead)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      // An open panel takes the keys, also those that it has no use for.
      const elsewhere = document.querySelector('dialog[open], [data-takes-keys]')
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || elsewhere
      const begins = /^[\p{L}\d]$/u.test(event.key)
      const goesOn = event.key === ' ' && !field.current && ahead.current !== ''
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !(begins || goesOn)) return
      if (field.current) {
        // The letter itself lands in the field, because the field gets the focus before it is typed.
        field.current.focus()
        return
      }
      event.preventDefault()
      ahead.current += event.key
      tell(ahead.current)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [field])
  return ahead
}
