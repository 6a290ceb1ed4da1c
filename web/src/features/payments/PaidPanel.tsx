import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconCheck,
  IconFileTypePdf,
  IconPrinter,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { errorText } from '../../api/errors'
import type { Payment, Request } from '../../api/model'
import { openPdf } from '../../api/pdf'
import { centimos, money } from '../../ui/format'
import { Key } from '../../ui/Key'
import { useShortcuts } from '../../ui/shortcuts'
import { showToast } from '../../ui/toasts'
import c from './PaidPanel.module.css'

/** After paying: the document, the change, its paper and PDF; and on to the next sale. */
export function PaidPanel(props: { payment: Payment; request: Request; onAgain: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { payment, request } = props
  const [opening, setOpening] = useState(false)
  const { billing, client_request: left } = payment
  const turned = centimos(payment.turned)
  const done = () => void navigate('/pos')
  useShortcuts({ Enter: left.is_paid ? done : props.onAgain, Escape: done })

  const showPdf = async () => {
    if (!billing) return
    setOpening(true)
    try {
      await openPdf(`/orders/${request.id}/${billing.billing_type_id}/billing-order-pdf`, {
        payment_id: payment.id,
      })
    } catch (error) {
      showToast('danger', t('payments.pdfFailed'), errorText(error))
    }
    setOpening(false)
  }
  return (
    <main className={c.page}>
      <section className={c.card} aria-label={t('payments.done')}>
        <span className={c.tick}>
          <IconCheck size={40} stroke={2.4} aria-hidden="true" />
        </span>
        <h2>{billing ? t('payments.collected', { document: billing.full_number }) : t('payments.done')}</h2>
        <p>
          {billing ? `${billing.name} · ` : ''}
          {money(centimos(payment.total))}
        </p>
        {turned > 0 ? (
          <div className={c.change} role="status">
            <span>
              <IconArrowsExchange size={22} stroke={2.2} aria-hidden="true" />
              {t('payments.change')}
            </span>
            <b>{money(turned)}</b>
          </div>
        ) : null}
        {payment.print_jobs.map((job) => (
          <p key={job.id} className={c.fact}>
            <IconPrinter size={18} stroke={1.9} aria-hidden="true" />
            {t('payments.printsAt', { printer: job.printer ?? t('payments.noPrinter') })}
          </p>
        ))}
        {payment.warnings.map((warning) => (
          <p key={warning} className={c.warning}>
            <IconAlertTriangle size={18} aria-hidden="true" />
            {warning}
          </p>
        ))}
        <div className={c.actions}>
          <Button
            variant="default"
            loading={opening}
            disabled={!billing}
            leftSection={<IconFileTypePdf size={20} stroke={1.9} aria-hidden="true" />}
            onClick={() => void showPdf()}
          >
            {t('payments.pdf')}
          </Button>
          {left.is_paid ? (
            <Button rightSection={<Key onAction>Enter</Key>} onClick={done}>
              {t('payments.next')}
            </Button>
          ) : (
            <Button rightSection={<Key onAction>Enter</Key>} onClick={props.onAgain}>
              {t('payments.rest', { amount: money(centimos(left.due)) })}
            </Button>
          )}
        </div>
      </section>
    </main>
  )
}
