import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Allergen } from '../../../api/model'
import { allergenNames } from '../../../data/orders/allergy'
import '../../../i18n/allergy'
import { Holds } from './Holds'

/** The allergens that the account must avoid, for the parts of a dish that are chosen. */
export const AvoidedAllergens = createContext<readonly Allergen[]>([])

/** Says of an option or topping which allergens of the account it contains; nothing where it contains none. */
export function Contains({ allergens }: { allergens: readonly Allergen[] | undefined }) {
  const { t } = useTranslation()
  const avoided = use(AvoidedAllergens)
  // A menu that a device kept from before has no allergens of toppings.
  const held = avoided.filter((allergen) => allergens?.includes(allergen))
  return held.length > 0 ? <Holds text={t('allergy.holds', { what: allergenNames(held, t) })} /> : null
}
