import { useTranslation } from 'react-i18next'
import type { Totals } from '../../api/model'
import { amount, centimos } from '../../ui/format'
import c from './Account.module.css'

/** Shows the sum of the lines, where discounts or charges follow below. */
export function SubtotalRow({ totals, subtotal }: { totals: Totals; subtotal: number }) {
  const { t } = useTranslation()
  if (totals.discounts.length + totals.charges.length === 0 && centimos(totals.paid) === 0) return null
  return (
    <div className={c.adjustment}>
      <span>{t('orders.subtotal')}</span>
      <span>{amount(subtotal)}</span>
    </div>
  )
}

/** Lists discounts and charges between the lines and the total, the delivery charge too. */
export function AdjustmentRows({ totals }: { totals: Totals }) {
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
      <IncludedServiceRow totals={totals} />
    </>
  )
}

/* Shows the part of the total that is recargo al consumo, where the menu's prices include it. */
function IncludedServiceRow({ totals }: { totals: Totals }) {
  const { t } = useTranslation()
  const service = centimos(totals.service_included)
  if (service === 0) return null
  return (
    <div className={c.adjustment}>
      <span>{t('orders.serviceIncluded')}</span>
      <span>{amount(service)}</span>
    </div>
  )
}

/** Shows the sum that was paid before, where something was. */
export function PaidRow({ totals }: { totals: Totals }) {
  const { t } = useTranslation()
  const paid = centimos(totals.paid)
  if (paid === 0) return null
  return (
    <div className={c.adjustment}>
      <span>{t('orders.paid')}</span>
      <span>{amount(-paid)}</span>
    </div>
  )
}
