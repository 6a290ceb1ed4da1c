import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import c from './Totals.module.css'
import { useFitting } from './useFitting'
import type { DishTotal } from './wall'

interface Props {
  totals: DishTotal[]
  folded?: boolean
  /** Content above the dishes once the list is unfolded. */
  children?: ReactNode
}

/** Lists how many of each dish are still to make, and how many went out today. */
export function Totals({ totals, folded, children }: Props) {
  const { t } = useTranslation()
  const place = useRef<HTMLOListElement>(null)
  const fitting = useFitting(place, totals, folded)
  const list = (
    <ol ref={place} className={c.list}>
      {totals.map((total, index) => (
        <li key={total.name} data-cut={index >= fitting || undefined}>
          <b>{total.pending}</b>
          <span>{total.name}</span>
          <i>
            <span className="sr">{t('kitchen.today')} </span>
            {total.today ?? ''}
          </i>
        </li>
      ))}
    </ol>
  )
  if (folded) {
    return (
      <details className={c.folded}>
        <summary>
          {t('kitchen.toMake')} <b>{totals.reduce((sum, total) => sum + total.pending, 0)}</b>
        </summary>
        {children}
        {list}
      </details>
    )
  }
  return (
    <aside className={c.totals} aria-label={t('kitchen.totals')}>
      <h2>
        {t('kitchen.toMake')}
        <span>{t('kitchen.today')}</span>
      </h2>
      {list}
      {fitting < totals.length ? (
        <p className={c.rest}>{t('kitchen.moreDishes', { count: totals.length - fitting })}</p>
      ) : null}
    </aside>
  )
}
