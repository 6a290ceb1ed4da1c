import { useTranslation } from 'react-i18next'
import type { Totals } from '../../api/model'
import { amount, centimos } from '../../ui/format'
import c from './Account.module.css'

/** Between the lines and the total: discounts, charges (the delivery's too) and what was paid before. */
export function AdjustmentRows({ totals }: { totals: Totals }) {
  const { t } = useTranslation()
  const paid = centimos(totals.paid)
  return (
    <>
      {totals.discounts.map((discount) => (
        <div key={discount.id} className={c.adjustment}>
          <span>{discount.description}</span>
          <span>{amount(-centimos(discount.amount))}</span>
        </div>
      ))}
      {totals.charges.map((charge) => (
        <div key={charge.id} className={c.adjustment}>
          <span>{charge.description}</span>
          <span>{amount(centimos(charge.amount))}</span>
        </div>
      ))}
      {paid > 0 ? (
        <div className={c.adjustment}>
          <span>{t('orders.paid')}</span>
          <span>{amount(-paid)}</span>
        </div>
      ) : null}
    </>
  )
}
