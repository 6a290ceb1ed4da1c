import { lazy, Suspense } from 'react'
import { type ItemRef, itemText, readItem } from '../../data/inventory/item'
import { useAddress } from '../../ui/useAddress'
import type { Named } from './PriceDrawer'

const PriceDrawer = lazy(() => import('./PriceDrawer').then((part) => ({ default: part.PriceDrawer })))

const name = 'prices'

/** Returns the address parameter that opens an item's prices over the current screen: `?prices=SUPPLY:3`. */
export const pricesOf = (item: ItemRef) => ({ [name]: itemText(item) })

/** Shows the prices of the item that the address names. */
export function PriceHistory({ known }: { known?: (item: ItemRef) => Named | undefined }) {
  const [params, change] = useAddress()
  const item = readItem(params.get(name))
  if (!item) return null
  return (
    <Suspense fallback={null}>
      <PriceDrawer
        key={itemText(item)}
        item={item}
        known={known?.(item)}
        onClose={() => change({ [name]: null }, { replace: true })}
      />
    </Suspense>
  )
}
