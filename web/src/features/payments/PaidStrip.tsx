import { IconArrowsExchange, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentTaken } from '../../api/model'
import { centimos, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import c from './PaidStrip.module.css'

/** Shows that a part was paid and the next one is ready below: its document, and the change to hand back. */
export function PaidStrip({ payment, onClose }: { payment: PaymentTaken; onClose: () => void }) {
  const { t } = useTranslation()
  const turned = centimos(payment.turned)
  const strip = useRef<HTMLElement>(null)
  // On a phone the lines were chosen further down, so the change scrolls into sight.
  useEffect(() => {
    // The braces are needed: newer browsers return a promise, which is no clean-up.
    strip.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const printer = payment.print_jobs.find((job) => job.document === 'RECEIPT')?.printer
  return (
    <section ref={strip} className={c.strip} role="status" aria-label={t('payments.done')}>
      <span className={c.tick}>
        <IconCheck size={24} stroke={2.6} aria-hidden="true" />
      </span>
      <span className={c.text}>
        <b>
          {payment.billing
            ? t('payments.collected', { document: payment.billing.full_number })
            : t('payments.done')}
        </b>
        <span>
          {money(centimos(payment.total))}
          {printer ? ` · ${t('payments.printsAt', { printer })}` : ''}
          {payment.warnings.length ? ` · ${payment.warnings.join(' ')}` : ''}
        </span>
      </span>
      {turned > 0 ? (
        <span className={c.change}>
          <span>
            <IconArrowsExchange size={18} stroke={2.2} aria-hidden="true" />
            {t('payments.change')}
          </span>
          <b>{money(turned)}</b>
        </span>
      ) : null}
      <IconButton label={t('common.close')} onClick={onClose}>
        <IconX size={20} aria-hidden="true" />
      </IconButton>
    </section>
  )
}
