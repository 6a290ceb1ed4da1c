import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Purchase, PurchaseInstalment, PurchasePayment } from '../../../api/model'
import { amount, centimos, dateTime, dayText, money } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import { StatePill } from '../../../ui/StatePill'
import c from './Purchase.module.css'

interface Props {
  purchase: Purchase
  /** It pays one of the instalments; null where nobody may pay here. */
  onPay: ((instalment: PurchaseInstalment) => void) | null
}

/** Lists the instalments with their due dates, and the payments. */
export function PaymentsCard({ purchase, onPay }: Props) {
  const { t } = useTranslation()
  const due = centimos(purchase.due)
  const stands = purchase.status === 'ACTIVE'
  return (
    <Card padded label={t('purchases.payments')}>
      <header className={c.payHead}>
        <h2 className={c.title}>{t(`purchases.types.${purchase.type}`)}</h2>
        {stands && due > 0 ? <b data-bad={purchase.is_overdue || undefined}>{money(due)}</b> : null}
      </header>
      {purchase.quotes.length > 0 ? (
        <ul className={c.quotes} aria-label={t('purchases.quotes')}>
          {purchase.quotes.map((instalment) => (
            <InstalmentLine key={instalment.id} instalment={instalment} stands={stands} onPay={onPay} />
          ))}
        </ul>
      ) : null}
      {purchase.payments.length > 0 ? (
        <>
          <h3 className={c.second}>{t('purchases.payments')}</h3>
          <ul className={c.payments} aria-label={t('purchases.payments')}>
            {purchase.payments.map((payment) => (
              <Payment key={payment.id} payment={payment} />
            ))}
          </ul>
        </>
      ) : (
        <p className={c.hint}>
          {t(purchase.document === 'NOTA_CREDITO' ? 'purchases.noMoneyBack' : 'purchases.noPayments')}
        </p>
      )}
    </Card>
  )
}

interface InstalmentProps {
  instalment: PurchaseInstalment
  stands: boolean
  onPay: Props['onPay']
}

function InstalmentLine({ instalment, stands, onPay }: InstalmentProps) {
  const { t } = useTranslation()
  const due = centimos(instalment.due)
  const paid = centimos(instalment.paid)
  return (
    <li data-settled={due === 0 || !stands || undefined}>
      <span>
        <b>
          {instalment.kind === 'INSTALMENT'
            ? t('purchases.quote', { number: instalment.number })
            : t(`purchases.asides.${instalment.kind}`)}
        </b>
        <span className={c.when}>
          {dayText(instalment.date)}
          {!stands ? null : due === 0 ? (
            <StatePill tone="quiet" icon={IconCheck} label={t('purchases.stateOf.PAID')} />
          ) : instalment.is_overdue ? (
            <StatePill tone="bad" icon={IconAlertTriangle} label={t('purchases.stateOf.OVERDUE')} />
          ) : (
            <StatePill tone="quiet" icon={IconClock} label={t('purchases.onTime')} />
          )}
        </span>
        {paid > 0 && due > 0 ? (
          <small>
            {t('purchases.leftOf', { left: amount(due), amount: amount(centimos(instalment.amount)) })}
          </small>
        ) : null}
      </span>
      <b>{amount(centimos(instalment.amount))}</b>
      {onPay && due > 0 ? (
        <Button
          variant="default"
          size="sm"
          className={c.payOne}
          aria-label={t('purchases.payQuote', { number: instalment.number })}
          onClick={() => onPay(instalment)}
        >
          {t('purchases.pay')}
        </Button>
      ) : null}
    </li>
  )
}

function Payment({ payment }: { payment: PurchasePayment }) {
  const { t } = useTranslation()
  return (
    <li data-gone={payment.voided || undefined}>
      <span>
        <b>
          {payment.source === 'CASH'
            ? t('purchases.sources.CASH')
            : (payment.payment_option ?? t('purchases.sources.OTHER'))}
        </b>
        <small>
          {[
            dateTime(payment.date_time),
            payment.user_name,
            payment.operation_number,
            payment.voided ? t('purchases.stateOf.VOIDED') : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <b>{amount(centimos(payment.amount))}</b>
    </li>
  )
}
