/** These pure functions say what somebody at an account must avoid, and which dishes contain it. */
import type { TFunction } from 'i18next'
import type { Account, Allergen, SaleProduct } from '../../api/model'

type Avoiding = Pick<Account, 'allergens' | 'allergy_note'>

/** Returns the names of allergens: "maní, gluten". */
export const allergenNames = (allergens: readonly Allergen[], t: TFunction) =>
  allergens.map((allergen) => t(`allergens.${allergen}`)).join(', ')

/** Returns an allergy in words, as the kitchen's papers write it: "maní, gluten; camarón, ni trazas". */
export const allergyWords = ({ allergens, allergy_note }: Avoiding, t: TFunction) =>
  [allergenNames(allergens, t), allergy_note].filter(Boolean).join('; ')

type Dish = Pick<SaleProduct, 'id' | 'allergens' | 'combo_has_product'>

/** Returns which of the avoided allergens a product contains; a combo contains what its dishes do. */
export function avoidedOf(product: Dish, avoided: readonly Allergen[], menu: readonly Dish[]): Allergen[] {
  const parts = new Set(product.combo_has_product.map((part) => part.product_id))
  const dishes = parts.size > 0 ? [product, ...menu.filter(({ id }) => parts.has(id))] : [product]
  return avoided.filter((allergen) => dishes.some((dish) => dish.allergens.includes(allergen)))
}
