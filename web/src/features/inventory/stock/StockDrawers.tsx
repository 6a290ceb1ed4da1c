import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { get } from '../../../api/client'
import { errorText } from '../../../api/errors'
import { type ItemRef, itemText, readItem } from '../../../data/inventory/item'
import { inventoryKeys } from '../../../data/inventory/keys'
import { inventoryChanged } from '../../../data/inventory/queries'
import { InAddress } from '../../../ui/inAddress'
import { showToast } from '../../../ui/toasts'
import { useAddress } from '../../../ui/useAddress'
import { PriceHistory } from '../../../widgets/prices/PriceHistory'
import { SupplyDrawer } from '../../../widgets/supplies/SupplyDrawer'

const ProductDrawer = lazy(() =>
  import('../../catalog/products/ProductDrawer').then((part) => ({ default: part.ProductDrawer })),
)
const MovementDrawer = lazy(() => import('../movements/MovementDrawer'))

/** Opens the forms of the listed items, named by the address: `?open=SUPPLY:3`, `?waste=PRODUCT:9`. */
export function StockDrawers() {
  const [params, change] = useAddress()
  const open = params.get('open')
  const edited = readItem(open)
  const wasted = readItem(params.get('waste'))
  const close = () => {
    change({ open: null, waste: null }, { replace: true })
    void inventoryChanged()
  }
  return (
    <InAddress value={true}>
      <Suspense fallback={null}>
        {open === 'new-supply' ? <SupplyDrawer supply={null} onClose={close} /> : null}
        {open === 'new-product' ? <ProductDrawer product={null} onClose={close} /> : null}
        {edited ? <Edited key={itemText(edited)} item={edited} onClose={close} /> : null}
        <PriceHistory />
        {wasted ? <MovementDrawer type={wasted.type} waste item={wasted.id} onClose={close} /> : null}
      </Suspense>
    </InAddress>
  )
}

/* A form must not begin with values that have changed since, so they are read again. */
const fresh = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false } as const

function Edited({ item: { type, id }, onClose }: { item: ItemRef; onClose: () => void }) {
  const { t } = useTranslation()
  const supply = useQuery({
    queryKey: inventoryKeys.edited('supply', id),
    queryFn: ({ signal }) => get(`/supplies/${id}`, undefined, signal),
    enabled: type === 'SUPPLY',
    ...fresh,
  })
  const product = useQuery({
    queryKey: inventoryKeys.edited('product', id),
    queryFn: ({ signal }) => get(`/products/${id}`, undefined, signal),
    enabled: type === 'PRODUCT',
    ...fresh,
  })
  const error = supply.error ?? product.error
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (!error) return
    showToast('danger', t('lists.cannotOpen'), errorText(error))
    onClose()
  }, [error])
  if (supply.data) return <SupplyDrawer supply={supply.data} onClose={onClose} />
  return product.data ? <ProductDrawer product={product.data} onClose={onClose} /> : null
}
