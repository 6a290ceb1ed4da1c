import type { TFunction } from 'i18next'
import type { Account, SaleCatalog, SaleProduct } from '../../../api/model'
import { allergenNames, avoidedOf } from '../../../data/orders/allergy'
import '../../../i18n/allergy'

/** Returns what is said of a product that contains what the account must avoid: "Lleva maní". Undefined for any other. */
export function holdsText(product: SaleProduct, request: Account, catalog: SaleCatalog, t: TFunction) {
  const held = avoidedOf(product, request.allergens, catalog.products)
  return held.length > 0 ? t('allergy.holds', { what: allergenNames(held, t) }) : undefined
}

/** Returns the marks of a product as its tile says them: "Picante, Vegano". */
export const marksText = (product: SaleProduct, t: TFunction) =>
  product.marks.map((mark) => t(`dishMarks.${mark}`)).join(', ')
