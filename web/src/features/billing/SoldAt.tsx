import { useTranslation } from 'react-i18next'
import type { IssuedDocumentDetail } from '../../api/model'
import { centimos, money } from '../../ui/format'
import c from '../../widgets/documents/DocumentSheet.module.css'

/** Says where, by whom and in which cash box it was sold, and how it was paid. */
export function SoldAt({ of }: { of: IssuedDocumentDetail['sold_at'] }) {
  const { t } = useTranslation()
  const place =
    of.kind === 'TABLE'
      ? [t('orders.table', { name: of.table_name ?? '' }), of.salon_name].filter(Boolean).join(' · ')
      : t(of.kind === 'ORDER' ? 'orders.takeaway' : 'orders.delivery', { number: of.number ?? '' })
  const paid =
    of.paid.length === 1
      ? (of.paid[0]?.name ?? '')
      : of.paid.map((each) => `${each.name} ${money(centimos(each.amount))}`).join(' · ')
  const facts = [
    ['soldIn', place],
    ['attendedBy', of.attendant_name],
    ['collectedBy', `${of.cashbox_name} · ${of.cashier_name}`],
    ['paidWith', paid],
  ] as const
  return (
    <dl className={c.soldAt}>
      {facts.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{t(`documentSheet.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
