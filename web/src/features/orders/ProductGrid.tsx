import { useTranslation } from 'react-i18next'
import type { Request, SaleProduct } from '../../api/model'
import { priceOf } from './catalog'
import c from './ProductGrid.module.css'
import { ProductTile } from './ProductTile'

interface Props {
  products: SaleProduct[]
  request: Pick<Request, 'type' | 'delivery_app'>
  countOf: (productId: number) => number
  onPick: (product: SaleProduct) => void
}

export function ProductGrid({ products, request, countOf, onPick }: Props) {
  const { t } = useTranslation()
  if (products.length === 0) return <p className={c.none}>{t('orders.noProducts')}</p>
  return (
    <div className={c.grid}>
      {products.map((product) => (
        <ProductTile
          key={product.id}
          product={product}
          price={priceOf(product, request)}
          count={countOf(product.id)}
          onPick={onPick}
        />
      ))}
    </div>
  )
}
