import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SaleProduct } from '../../../api/model'
import { loadAhead } from '../../../ui/lazyPart'
import type { OrderScreenState } from '../useOrderScreen'
import { hasAllergy } from './hasAllergy'

const load = loadAhead(() => import('./holdsText'))

/** Returns what a tile says of a product that contains what the account must avoid; its code loads with the first such account. */
export function useHolds({ request, catalog }: Pick<OrderScreenState, 'request' | 'catalog'>) {
  const { t } = useTranslation()
  const [part, setPart] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const isNeeded = hasAllergy(request)
  useEffect(() => {
    // If the code cannot be loaded, the server still warns of each such dish.
    if (isNeeded) load().then(setPart, () => undefined)
  }, [isNeeded])
  if (!part || !isNeeded) return undefined
  return (product: SaleProduct) => part.holdsText(product, request, catalog, t)
}
