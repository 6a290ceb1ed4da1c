import { useMemo } from 'react'
import type { Account, SaleCatalog } from '../../api/model'
import { search, soldTo, splitQuantity } from '../../data/orders/catalog'

/** Returns what this account may be sold, and what of it is shown: a category, or what the search finds. */
export function useMenu(
  request: Account | undefined,
  catalog: SaleCatalog | undefined,
  category: number | null,
) {
  const { type, delivery_app = false } = request ?? {}
  const sold = useMemo(
    () => (catalog && type ? soldTo(catalog, { type, delivery_app }) : undefined),
    [catalog, type, delivery_app],
  )
  const categories = useMemo(() => soldCategories(sold), [sold])
  return { sold, categories, category: category ?? categories[0]?.id ?? null }
}

export function useShownProducts(
  { sold, category }: ReturnType<typeof useMenu>,
  catalog: SaleCatalog | undefined,
  term: string,
) {
  const shown = useMemo(() => {
    const products = sold?.products ?? []
    return term
      ? search(products, splitQuantity(term).words)
      : products.filter((each) => each.category_id === category)
  }, [sold, term, category])
  const kept =
    term && shown.length === 0 ? search(catalog?.products ?? [], splitQuantity(term).words)[0] : undefined
  return {
    shown,
    /** A product that the search finds, but that this account may not be sold. */
    kept,
  }
}

/** The categories that have something to sell. */
const soldCategories = (catalog: SaleCatalog | undefined) =>
  catalog?.categories.filter((each) => catalog.products.some((product) => product.category_id === each.id)) ??
  []
