import { type KeyboardEvent, useRef, useState } from 'react'
import type { SaleCatalog, SaleProduct } from '../../api/model'
import { findByCode, findScanned, type Scanned, search, splitQuantity } from '../../data/orders/catalog'
import { findLabelled } from '../../data/orders/scaleLabel'
import { useTypedAnywhere } from '../../ui/typedAnywhere'

/** Searches the products; a bar code reader types too, and ends with Enter. */
export function useProductSearch(
  catalog: SaleCatalog | undefined,
  /** All products, also those that this account may not be sold. */
  all: SaleProduct[] | undefined,
  onPick: (product: SaleProduct, qty: number, variant: Scanned['variant']) => void,
  onChoose: (product: SaleProduct, qty: number) => void,
  onLabel: (product: SaleProduct, grams: number) => void,
) {
  const [term, setTerm] = useState('')
  const [open, setOpen] = useState(false)
  const [unknownCode, setUnknownCode] = useState('')
  const ref = useRef<HTMLInputElement>(null)
  const ahead = useTypedAnywhere(ref, (text) => {
    setTerm(text)
    setOpen(true)
  })
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
    /** The last scanned code, when it belongs to no product. */
    unknownCode,
    /** On a phone the field is hidden until it is opened, or has text from before the phone was turned. */
    open: open || term !== '',
    ref,
    start: () => setOpen(true),
    stop,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault()
        stop()
      }
      // The text is read from the field: a reader types faster than the screen is drawn.
      const field = event.target as HTMLInputElement
      const typed = field.value.trim()
      if (event.key !== 'Enter' || !typed || !catalog) return
      event.preventDefault()
      // The next scan takes the place of one that could not be added.
      field.select()
      const whole = findByCode(catalog.products, typed)
      const label = whole ? undefined : findLabelled(catalog.products, typed)
      if (label) {
        onLabel(label.product, label.grams)
        return
      }
      const { qty, words } = whole ? { qty: 1, words: typed } : splitQuantity(typed)
      const code = whole ?? findScanned(catalog.products, words)
      const product = code === null ? search(catalog.products, words)[0] : code?.product
      if (product && event.shiftKey) onChoose(product, qty)
      else if (product) onPick(product, qty, code?.variant ?? null)
      else if (!findScanned(all ?? [], words)) {
        setUnknownCode(typed)
        ahead.current = ''
        setTerm('')
      }
    },
  }
}
