import { useTranslation } from 'react-i18next'
import c from './Totals.module.css'
import type { DishTotal } from './wall'

/** How many of each dish are still to make, and how many went out today. */
export function Totals({ totals, folded }: { totals: DishTotal[]; folded?: boolean }) {
  const { t } = useTranslation()
  const list = (
    <ol className={c.list}>
      {totals.map((total) => (
        <li key={total.name}>
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
        {list}
      </details>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must reach it
    <aside className={c.totals} aria-label={t('kitchen.totals')} tabIndex={0}>
      <h2>
        {t('kitchen.toMake')}
        <span>{t('kitchen.today')}</span>
      </h2>
      {list}
    </aside>
  )
}
