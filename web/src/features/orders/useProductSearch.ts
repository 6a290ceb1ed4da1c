import { useEffect, useRef, useState } from 'react'

/** Typing anywhere searches. */
export function useProductSearch() {
  const [term, setTerm] = useState('')
  const [open, setOpen] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || document.querySelector('dialog[open]')
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !/^[\p{L}\d]$/u.test(event.key)) return
      // The letter itself lands in the field, because it has the focus before it is typed.
      ref.current?.focus()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return {
    term,
    setTerm,
    open,
    ref,
    start: () => setOpen(true),
    stop: () => {
      setTerm('')
      setOpen(false)
      ref.current?.blur()
    },
  }
}
