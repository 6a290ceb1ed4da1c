import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category } from '../../api/model'
import { iconOfCategory } from '../../ui/categoryIcons'
import c from './CategoryList.module.css'

interface Props {
  categories: Category[]
  value: number | null
  onChange: (id: number) => void
}

export function CategoryList({ categories, value, onChange }: Props) {
  const { t } = useTranslation()
  const list = useRef<HTMLElement>(null)
  // The strip of a phone is hidden during a search: it comes back with the chosen category in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is which button is pressed
  useEffect(() => {
    list.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [value])
  return (
    <nav ref={list} className={c.list} aria-label={t('orders.categories')}>
      {categories.map((category) => {
        const Glyph = iconOfCategory(category)
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
