import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SaleCatalog, SaleProduct } from '../../api/model'
import { askedFor, coded, type Scanned, scanned, search } from './catalog'

/** Typing anywhere searches; a bar code reader types too, and ends with Enter. */
export function useProductSearch(
  catalog: SaleCatalog | undefined,
  /** All of the house, also what this account is not sold. */
  all: SaleProduct[] | undefined,
  onPick: (product: SaleProduct, qty: number, variant: Scanned['variant']) => void,
  onChoose: (product: SaleProduct, qty: number) => void,
) {
  const [term, setTerm] = useState('')
  const [open, setOpen] = useState(false)
  const [unknownCode, setUnknownCode] = useState('')
  const ref = useRef<HTMLInputElement>(null)
  const ahead = useRef('')
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const at = event.target as HTMLElement
      // A panel with a pad of its own takes the digits.
      const elsewhere = document.querySelector('dialog[open], [data-takes-keys]')
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || elsewhere
      const begins = /^[\p{L}\d]$/u.test(event.key)
      const goesOn = event.key === ' ' && !ref.current && ahead.current !== ''
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !(begins || goesOn)) return
      if (ref.current) {
        // The letter itself lands in the field, because it has the focus before it is typed.
        ref.current.focus()
        return
      }
      // On a phone the field is not there until it is wanted: what is typed goes ahead of it.
      event.preventDefault()
      ahead.current += event.key
      setTerm(ahead.current)
      setOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const stop = () => {
    ahead.current = ''
    setTerm('')
    setOpen(false)
    ref.current?.blur()
  }
  return {
    term,
    setTerm: (next: string) => {
      setUnknownCode('')
      ahead.current = next
      setTerm(next)
    },
    /** What was scanned last and is nothing of the menu. */
    unknownCode,
    open,
    ref,
    start: () => setOpen(true),
    stop,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault()
        stop()
      }
      // Read from the field: a reader is faster than a drawing of the screen.
      const field = event.target as HTMLInputElement
      const typed = field.value.trim()
      if (event.key !== 'Enter' || !typed || !catalog) return
      event.preventDefault()
      // The next scan takes the place of one that could not be added.
      field.select()
      const whole = coded(catalog.products, typed)
      const { qty, words } = whole ? { qty: 1, words: typed } : askedFor(typed)
      const code = whole ?? scanned(catalog.products, words)
      const product = code === null ? search(catalog.products, words)[0] : code?.product
      if (product && event.shiftKey) onChoose(product, qty)
      else if (product) onPick(product, qty, code?.variant ?? null)
      else if (!scanned(all ?? [], words)) {
        setUnknownCode(typed)
        ahead.current = ''
        setTerm('')
      }
    },
  }
}
