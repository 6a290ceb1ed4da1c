import {
  IconBottle,
  IconBowlSpoon,
  IconBoxMultiple,
  IconCake,
  IconCoffee,
  IconFish,
  IconGlassCocktail,
  IconMeat,
  IconPizza,
  IconSalad,
  IconSoup,
} from '@tabler/icons-react'
import { searchKey } from './format'

/** Category pictures are found by the name that the server keeps, and by words of a category's own name. */
export const icons = [
  ['salad', /salad|entrada|ensalada|piqueo/, IconSalad],
  ['fish', /fish|marin|pescado|ceviche|cebiche/, IconFish],
  ['meat', /meat|parrilla|carne|brasa|pollo/, IconMeat],
  ['soup', /soup|sopa|caldo/, IconSoup],
  ['coffee', /coffee|cafe|caliente|infusion/, IconCoffee],
  ['bottle', /bottle|bebida|gaseosa|refresco|jugo/, IconBottle],
  ['cocktail', /cocktail|coctel|bar|vino|cerveza|trago/, IconGlassCocktail],
  ['cake', /cake|postre|dulce/, IconCake],
  ['combo', /combo|promo|menu/, IconBoxMultiple],
  ['pizza', /pizza|pasta/, IconPizza],
] as const

/** Finds an icon by the category's own icon name, else by words in its name. */
export function iconOfCategory(category: { name: string; icon?: string }) {
  const key = searchKey(`${category.icon ?? ''} ${category.name}`)
  return icons.find(([, word]) => word.test(key))?.[2] ?? IconBowlSpoon
}
