import { type RefObject, useEffect, useRef } from 'react'
import type { Panel } from './panels'

/** When the choices of a product close, returns the focus to its tile, which was gone meanwhile. */
export function useFocusBack(panel: Panel | null, screen: RefObject<HTMLElement | null>) {
  const product = useRef<number | null>(null)
  useEffect(() => {
    if (panel) {
      product.current = panel.kind === 'choices' ? panel.product.id : null
      return
    }
    if (product.current !== null && document.activeElement === document.body) {
      const tile = screen.current?.querySelector<HTMLElement>(`[data-product="${product.current}"]`)
      tile?.focus({ preventScroll: true })
    }
    product.current = null
  }, [panel, screen])
}
