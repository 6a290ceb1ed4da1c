import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconCalendarDue,
  IconCheck,
  IconFileTypePdf,
  IconMail,
  IconPrinter,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { PaymentInfo, PaymentTaken } from '../../api/model'
import { useDocument } from '../../data/billing/queries'
import { usePrintAgain } from '../../data/payments/queries'
import { useDocumentPdf } from '../../data/payments/useDocumentPdf'
import { centimos, dayText, money } from '../../ui/format'
import { Key } from '../../ui/Key'
import { useShortcuts } from '../../ui/shortcuts'
import { DemoNotice } from '../../widgets/documents/DemoNotice'
import { TaxPill } from '../../widgets/documents/TaxPill'
import { letters } from './letters'
import c from './PaidPanel.module.css'
import { PaymentsMade } from './PaymentsMade'

/** Shows the end of a payment: the document, the change, its prints and PDF, and the way to the next sale. */
export function PaidPanel({ payment, info }: { payment: PaymentTaken; info: PaymentInfo }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { billing } = payment
  const pdf = useDocumentPdf(payment.client_request_id)
  const show = (format?: 'ticket' | 'a4') =>
    billing ? void pdf.show(billing.billing_type_id, payment.id, format) : undefined
  const again = usePrintAgain(() => show())
  const turned = centimos(payment.turned)
  // A tip need not be part of the document.
  const apart = billing ? centimos(payment.total) - centimos(billing.total) : 0
  const owed = payment.entries
    .filter((entry) => entry.is_credit)
    .reduce((sum, entry) => sum + centimos(entry.amount), 0)
  const done = () => void navigate('/pos')
  useShortcuts({ Enter: done, Escape: done, F7: () => show() })

  // A cash box without a printer shows its receipts: at once, while the browser still takes it for the click that paid.
  const offered = useRef(false)
  useEffect(() => {
    if (offered.current || payment.receipt !== 'PDF') return
    offered.current = true
    if (navigator.userActivation?.isActive) show()
  })
  return (
    <main className={c.page}>
      <section className={c.card} aria-label={t('payments.done')}>
        <span className={c.tick}>
          <IconCheck size={40} stroke={2.4} aria-hidden="true" />
        </span>
        <h2>
          {billing
            ? t(owed > 0 ? 'payments.soldOnCredit' : 'payments.collected', { document: billing.full_number })
            : t('payments.done')}
        </h2>
        <p>
          {billing ? `${billing.name} · ` : ''}
          {money(billing ? centimos(billing.total) : centimos(payment.total))}
          {apart > 0 ? ` · ${t('payments.tipApart', { amount: money(apart) })}` : ''}
        </p>
        {turned > 0 ? (
          <div className={c.change} role="status">
            <span>
              <IconArrowsExchange size={22} stroke={2.2} aria-hidden="true" />
              {t('payments.change')}
            </span>
            <b style={letters(money(turned))}>{money(turned)}</b>
          </div>
        ) : null}
        {owed > 0 ? (
          <p className={c.fact}>
            <IconCalendarDue size={18} stroke={1.9} aria-hidden="true" />
            {t('payments.staysOwed', { amount: money(owed), day: dayText(lastDay(payment)) })}
          </p>
        ) : null}
        {billing?.hash ? <OnItsWay id={billing.id} /> : null}
        <Papers payment={payment} />
        {billing ? (
          <div className={c.papers}>
            <Button
              variant="default"
              loading={again.isPending}
              leftSection={<IconPrinter size={20} stroke={1.9} aria-hidden="true" />}
              onClick={() => again.mutate(payment.id)}
            >
              {t(payment.receipt === 'PRINT' ? 'payments.printCopy' : 'payments.print')}
            </Button>
            <Button
              variant={payment.receipt === 'PDF' ? 'filled' : 'default'}
              loading={pdf.opening}
              leftSection={<IconFileTypePdf size={20} stroke={1.9} aria-hidden="true" />}
              onClick={() => show()}
            >
              {t('payments.pdf')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileTypePdf size={20} stroke={1.9} aria-hidden="true" />}
              onClick={() => show('a4')}
            >
              {t('payments.a4')}
            </Button>
          </div>
        ) : null}
        <Button
          className={c.next}
          variant={payment.receipt === 'PDF' ? 'default' : 'filled'}
          rightSection={<Key onAction={payment.receipt !== 'PDF'}>Enter</Key>}
          onClick={done}
        >
          {t('payments.next')}
        </Button>
        {info.payments.length > 0 ? (
          <div className={c.made}>
            <PaymentsMade info={info} />
          </div>
        ) : null}
      </section>
    </main>
  )
}

/* Returns the last due date. */
const lastDay = ({ billing }: PaymentTaken) => billing?.instalments.at(-1)?.due_on ?? ''

/** Shows the document's progress at the tax authority, and its client. */
function OnItsWay({ id }: { id: number }) {
  const { t } = useTranslation()
  const document = useDocument(id).data
  if (!document?.transmission) return null
  const { state, transmission } = document
  return (
    <div className={c.way} role="status">
      <TaxPill state={state} filled />
      <span>{t(`taxState.text.${state === 'PENDING' && transmission.by_summary ? 'SUMMARY' : state}`)}</span>
      <DemoNotice />
      {transmission.mail_to ? (
        <span className={c.mail}>
          <IconMail size={18} stroke={1.9} aria-hidden="true" />
          {transmission.mail_error ||
            t(transmission.mailed_at ? 'payments.mailed' : 'payments.mailTo', {
              email: transmission.mail_to,
            })}
        </span>
      ) : null}
    </div>
  )
}

/** Says which document is printed where, and what the cashier should know. */
function Papers({ payment }: { payment: PaymentTaken }) {
  const { t } = useTranslation()
  const receipt = payment.print_jobs.find((job) => job.document === 'RECEIPT')
  const promotions = payment.print_jobs.filter((job) => job.document === 'PROMOTION').length
  return (
    <>
      {receipt ? (
        <p className={c.fact}>
          <IconPrinter size={18} stroke={1.9} aria-hidden="true" />
          {t('payments.printsAt', { printer: receipt.printer })}
          {promotions > 0 ? ` · ${t('payments.withPromotions', { count: promotions })}` : ''}
        </p>
      ) : null}
      {payment.warnings.map((warning) => (
        <p key={warning} className={c.warning}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          {warning}
        </p>
      ))}
    </>
  )
}

/** Shows an account that needs no more payment: paid at another till or earlier, or closed by hand. */
export function ClosedPanel({ info }: { info: PaymentInfo }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const done = () => void navigate('/pos')
  useShortcuts({ Enter: done })
  return (
    <main className={c.page}>
      <section className={c.card} aria-label={t('payments.alreadyPaid')}>
        <span className={c.tick}>
          <IconCheck size={40} stroke={2.4} aria-hidden="true" />
        </span>
        <h2>{info.is_paid ? t('payments.alreadyPaid') : t('payments.closed')}</h2>
        <p>{money(centimos(info.paid))}</p>
        <div className={c.made}>
          <PaymentsMade info={info} />
        </div>
        <Button className={c.next} rightSection={<Key onAction>Enter</Key>} onClick={done}>
          {t('payments.next')}
        </Button>
      </section>
    </main>
  )
}
