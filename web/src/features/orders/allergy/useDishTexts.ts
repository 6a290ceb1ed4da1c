import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account, SaleCatalog, SaleProduct } from '../../../api/model'
import { loadAhead } from '../../../ui/lazyPart'
import { hasAllergy } from './hasAllergy'

const load = loadAhead(() => import('./dishTexts'))

/** Returns what is said of dishes: what they contain that the account must avoid, and their marks. Its code loads when there is any. */
export function useDishTexts(request: Account | undefined, catalog: SaleCatalog | undefined) {
  const { t } = useTranslation()
  const [part, setPart] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const avoids = request !== undefined && hasAllergy(request)
  const isNeeded = avoids || catalog?.products.some(({ marks }) => marks?.length > 0)
  useEffect(() => {
    // If the code cannot be loaded, the server still warns of each such dish.
    if (isNeeded) load().then(setPart, () => undefined)
  }, [isNeeded])
  return {
    holdsOf: (product: SaleProduct | undefined) =>
      part && avoids && catalog && product ? part.holdsText(product, request, catalog, t) : undefined,
    marksOf: (product: SaleProduct) =>
      part && product.marks?.length > 0 ? part.marksText(product, t) : undefined,
  }
}
