import { useTranslation } from 'react-i18next'
import type { StockCountTotals } from '../../../api/model'
import { centimos, money } from '../../../ui/format'
import { KpiStrip } from '../../../ui/KpiStrip'
import c from './Review.module.css'

/** Formats a difference: `−S/ 108.87` */
export const signedMoney = (value: string) => {
  const of = centimos(value)
  return of < 0 ? `−${money(-of)}` : money(of)
}

/** Shows how much was counted, how much of it agrees, and what is missing or too much. */
export function Figures({ totals }: { totals: StockCountTotals }) {
  const { t } = useTranslation()
  const left = totals.lines - totals.counted
  const missing = signedMoney(totals.missing_value)
  return (
    <KpiStrip
      items={[
        {
          label: t('counts.review.counted'),
          value: t('counts.of', { counted: totals.counted, lines: totals.lines }),
          note: left > 0 ? t('counts.review.countedLeft', { count: left }) : t('counts.review.countedNone'),
        },
        {
          label: t('counts.review.matching'),
          value: String(totals.matching),
          note: t('counts.review.matchingText'),
        },
        {
          label: t('counts.review.missing'),
          value: missing,
          shown: totals.missing_items > 0 ? <span className={c.bad}>{missing}</span> : missing,
          note: t('counts.review.items', { count: totals.missing_items }),
        },
        {
          label: t('counts.review.surplus'),
          value: signedMoney(totals.surplus_value),
          note: t('counts.review.items', { count: totals.surplus_items }),
        },
      ]}
    />
  )
}
