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
import { useTranslation } from 'react-i18next'
import type { Category } from '../../api/model'
import { searchKey } from '../../ui/format'
import c from './CategoryList.module.css'

const words: [RegExp, typeof IconSalad][] = [
  [/salad|entrada|ensalada|piqueo/, IconSalad],
  [/fish|marin|pescado|ceviche|cebiche/, IconFish],
  [/meat|parrilla|carne|brasa|pollo/, IconMeat],
  [/soup|sopa|caldo/, IconSoup],
  [/coffee|cafe|caliente|infusion/, IconCoffee],
  [/bottle|bebida|gaseosa|refresco|jugo/, IconBottle],
  [/cocktail|coctel|bar|vino|cerveza|trago/, IconGlassCocktail],
  [/cake|postre|dulce/, IconCake],
  [/combo|promo|menu/, IconBoxMultiple],
  [/pizza|pasta/, IconPizza],
]

/** By the category's own icon name, else by what its name says. */
const iconOf = (category: Category) => {
  const key = searchKey(`${category.icon ?? ''} ${category.name}`)
  return words.find(([word]) => word.test(key))?.[1] ?? IconBowlSpoon
}

interface Props {
  categories: Category[]
  value: number | null
  onChange: (id: number) => void
}

export function CategoryList({ categories, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <nav className={c.list} aria-label={t('orders.categories')}>
      {categories.map((category) => {
        const Glyph = iconOf(category)
        return (
          <button
            key={category.id}
            type="button"
            className={c.category}
            aria-pressed={category.id === value}
            onClick={() => onChange(category.id)}
          >
            <Glyph size={22} stroke={1.8} aria-hidden="true" />
            <span>{category.name}</span>
          </button>
        )
      })}
    </nav>
  )
}
