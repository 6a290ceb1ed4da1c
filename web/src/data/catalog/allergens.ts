import type { TFunction } from 'i18next'
import type { Allergen, DishMark } from '../../api/model'

/** What dishes may contain that guests have to avoid, in the order of forms. */
export const allergens = [
  'GLUTEN',
  'CRUSTACEANS',
  'MOLLUSCS',
  'FISH',
  'EGG',
  'MILK',
  'PEANUT',
  'TREE_NUTS',
  'SOY',
  'SESAME',
  'MUSTARD',
  'CELERY',
  'LUPIN',
  'SULPHITES',
] as const satisfies readonly Allergen[]

/** The signs that a menu puts beside dishes, in the order of forms. */
export const dishMarks = [
  'SPICY',
  'VEGETARIAN',
  'VEGAN',
  'RAW',
  'ALCOHOL',
  'HOUSE',
] as const satisfies readonly DishMark[]

/** Returns the allergens to choose from; as a label, a name begins with a large letter. */
export const allergenOptions = (t: TFunction) =>
  allergens.map((value) => {
    const name = t(`allergens.${value}`)
    return { value, label: name.charAt(0).toUpperCase() + name.slice(1) }
  })
