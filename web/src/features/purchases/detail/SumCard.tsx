import { useTranslation } from 'react-i18next'
import type { Purchase } from '../../../api/model'
import { amount, centimos, money } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import c from './Purchase.module.css'

/** Shows how the document's total is made up. */
export function SumCard({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation()
  const rows = [
    [t('purchases.subtotal'), purchase.subtotal],
    [t('purchases.igv'), purchase.igv],
  ] as const
  const within = [
    [t('purchases.freight'), centimos(purchase.freight)],
    [t('purchases.discount'), centimos(purchase.advance) - centimos(purchase.discount)],
    [t('purchases.advance'), -centimos(purchase.advance)],
    [t('purchases.isc'), centimos(purchase.isc)],
    [t('purchases.icbper'), centimos(purchase.icbper)],
    [t('purchases.otherCharges'), centimos(purchase.other_charges)],
  ] as const
  const told = within.filter(([, value]) => value !== 0)
  return (
    <Card padded label={t('purchases.sums')}>
      <dl className={c.sums}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount(centimos(value))}</dd>
          </div>
        ))}
        <div data-total>
          <dt>{t('purchases.total')}</dt>
          <dd>{money(centimos(purchase.total))}</dd>
        </div>
        {told.map(([label, value]) => (
          <div key={label}>
            <dt>{t('purchases.ofIt', { what: label })}</dt>
            <dd>{amount(value)}</dd>
          </div>
        ))}
      </dl>
      <p className={c.hint}>
        {t(purchase.prices_include_igv ? 'purchases.pricesWithIgv' : 'purchases.pricesWithoutIgv')}
      </p>
    </Card>
  )
}
