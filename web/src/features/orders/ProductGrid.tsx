import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account, SaleProduct } from '../../api/model'
import { nowOf, priceOf, regularPriceOf } from '../../data/orders/catalog'
import { usePhone } from '../../ui/viewport'
import c from './ProductGrid.module.css'
import { ProductTile } from './ProductTile'
import { useSeen } from './useSeen'

/** So many tiles fill more than a screen; the rest is drawn when it is needed. */
const firstOnPhone = 12
const firstElsewhere = 40

interface Props {
  products: SaleProduct[]
  /** A product that a search finds, but that this kind of account may not be sold. */
  kept?: SaleProduct
  request: Pick<Account, 'type' | 'delivery_app'>
  countOf: (productId: number) => number
  /** What a tile says of a product that contains what the account must avoid. */
  holdsOf?: (product: SaleProduct) => string | undefined
  marksOf?: (product: SaleProduct) => string | undefined
  onPick: (product: SaleProduct) => void
}

export function ProductGrid({ products, kept, request, countOf, holdsOf, marksOf, onPick }: Props) {
  const { t } = useTranslation()
  const first = usePhone() ? firstOnPhone : firstElsewhere
  // A long menu stands with its first dishes; the others follow while the screen can be used.
  const shown = products.slice(0, useDeferredValue(products.length, first))
  const { grid, seen } = useSeen(products, shown.length, first)
  if (products.length === 0) {
    const why = kept
      ? request.delivery_app
        ? 'orders.notByApps'
        : 'orders.notDelivered'
      : 'orders.noProducts'
    return <p className={c.none}>{t(why, { name: kept?.name })}</p>
  }
  return (
    <div className={c.grid} ref={grid}>
      {shown.map((product, index) => (
        <ProductTile
          key={product.id}
          product={product}
          price={priceOf(product, request)}
          regular={regularPriceOf(product, request)}
          now={nowOf(product, request)}
          count={countOf(product.id)}
          holds={holdsOf?.(product)}
          marks={marksOf?.(product)}
          isDrawn={index < first || seen.has(product.id)}
          onPick={onPick}
        />
      ))}
    </div>
  )
}
