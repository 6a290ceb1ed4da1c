import { type ReactNode, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { KitchenCard } from '../../../api/model'
import { quantity } from '../../../ui/format'
import totals from '../Totals.module.css'
import { useFitting } from '../useFitting'
import c from './Held.module.css'
import { dishesAhead, type HeldWall } from './held'

interface Props {
  wall: HeldWall
  cards: KitchenCard[]
  /** Content above the dishes once the list is unfolded; with it the list is folded. */
  above?: ReactNode
}

/** Lists how many of each dish are to make now, and how many come when their course is fired. */
export function DishesAhead({ wall, cards, above }: Props) {
  const { t } = useTranslation()
  const place = useRef<HTMLOListElement>(null)
  const dishes = useMemo(() => dishesAhead(cards, wall.courses), [cards, wall])
  const isFolded = above !== undefined
  const fitting = useFitting(place, dishes, isFolded)
  const list = (
    <ol ref={place} className={`${totals.list} ${c.ahead}`}>
      {dishes.map(({ name, pending, coming }, index) => (
        <li key={name} data-cut={index >= fitting || undefined}>
          <span>{name}</span>
          <b data-none={pending === 0 || undefined}>
            <span className="sr">{t('courses.wall.now')} </span>
            {pending === 0 ? '–' : quantity(pending)}
          </b>
          <i>
            <span className="sr">{t('courses.wall.coming')} </span>
            {coming === 0 ? '–' : quantity(coming)}
          </i>
        </li>
      ))}
    </ol>
  )
  if (isFolded) {
    return (
      <details className={totals.folded}>
        <summary>
          {t('kitchen.toMake')} <b>{quantity(dishes.reduce((sum, { pending }) => sum + pending, 0))}</b>
        </summary>
        {above}
        {list}
      </details>
    )
  }
  return (
    <aside className={totals.totals} aria-label={t('kitchen.totals')}>
      <h2 className={c.columns}>
        {t('kitchen.toMake')}
        <span>{t('courses.wall.now')}</span>
        <span>{t('courses.wall.coming')}</span>
      </h2>
      {list}
      {fitting < dishes.length ? (
        <p className={totals.rest}>{t('kitchen.moreDishes', { count: dishes.length - fitting })}</p>
      ) : null}
    </aside>
  )
}
