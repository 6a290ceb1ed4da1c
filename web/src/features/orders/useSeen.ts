import { useEffect, useRef, useState } from 'react'
import type { SaleProduct } from '../../api/model'

/** This distance from the edge is as far as a finger throws the menu in a moment. */
const margin = '600px 0px'

/** Returns the products of a long menu that have come near the screen; the first ones count as seen. */
export function useSeen(products: SaleProduct[], shown: number, first: number) {
  const grid = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<ReadonlySet<number>>(() => new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: other products, or more of them, are other tiles
  useEffect(() => {
    const tiles = [...(grid.current?.children ?? [])].slice(first)
    if (tiles.length === 0) return
    const root = grid.current?.closest('main')
    const watch = new IntersectionObserver(
      (changes) => {
        const near = changes.filter((each) => each.isIntersecting).map(({ target }) => target)
        if (near.length === 0) return
        for (const tile of near) watch.unobserve(tile)
        setSeen((now) => new Set([...now, ...near.map((tile) => Number(tile.getAttribute('data-product')))]))
      },
      { root, rootMargin: margin },
    )
    for (const tile of tiles) watch.observe(tile)
    return () => watch.disconnect()
  }, [products, shown, first])
  return { grid, seen }
}
