import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PaymentInfo, PaymentMade } from '../../api/model'
import { usePrintAgain } from '../../data/payments/queries'
import { useDocumentPdf } from '../../data/payments/useDocumentPdf'
import { amount, centimos, clock, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { RefundButton } from '../../widgets/refunds/RefundButton'
import { shareNumbers } from './due'
import c from './PaymentsMade.module.css'

/** Lists the payments so far: amount, method, user and document; each can be printed again or shown. */
export function PaymentsMade({ info }: { info: PaymentInfo }) {
  const { t } = useTranslation()
  const pdf = useDocumentPdf(info.client_request_id)
  const again = usePrintAgain((id) => {
    const payment = info.payments.find((each) => each.id === id)
    if (payment?.billing) void pdf.show(payment.billing.billing_type_id, id)
  })
  if (info.payments.length === 0) return null
  return (
    <section className={c.made} id="payments-made" aria-label={t('payments.made')}>
      <h3>
        {t('payments.made')}
        <b>
          {t('payments.paidOf', {
            paid: amount(centimos(info.paid)),
            total: amount(centimos(info.account_total)),
          })}
        </b>
      </h3>
      <ul>
        {info.payments.map((each) => (
          <li key={each.id} className={c.row} data-voided={each.voided_at ? true : undefined}>
            <span className={c.text}>
              <b>
                {money(centimos(each.total))}
                <span>{each.billing?.full_number}</span>
              </b>
              <span>{detail(each, info.payments, t)}</span>
            </span>
            <IconButton
              label={t('payments.printAgain', { document: each.billing?.full_number ?? '' })}
              disabled={again.isPending || !each.billing}
              onClick={() => again.mutate(each.id)}
            >
              <IconPrinter size={22} stroke={1.8} aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('payments.pdfOf', { document: each.billing?.full_number ?? '' })}
              disabled={!each.billing}
              onClick={() => each.billing && void pdf.show(each.billing.billing_type_id, each.id)}
            >
              <IconFileTypePdf size={22} stroke={1.8} aria-hidden="true" />
            </IconButton>
            {each.billing && !each.voided_at ? (
              <RefundButton
                paymentId={each.id}
                requestId={info.client_request_id}
                document={each.billing.full_number}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/* Describes a payment: `Efectivo, Yape · Parte 2 de 3 · Luis · 14:22` */
function detail(each: PaymentMade, all: PaymentMade[], t: TFunction): string {
  // Its document is still valid, for the part that was not given back.
  const stands = all.some((other) => other.replaces_id === each.id && other.billing?.id === each.billing?.id)
  return [
    each.voided_at ? t(stands ? 'payments.partlyBack' : 'payments.voided') : null,
    each.entries.map((entry) => entry.name).join(', '),
    each.kind === 'SHARE' && each.share_of
      ? t('payments.partOf', { number: shareNumbers(all, each.share_of).get(each.id), of: each.share_of })
      : null,
    each.user_name.split(' ')[0],
    clock(Date.parse(each.created_at)),
  ]
    .filter(Boolean)
    .join(' · ')
}
