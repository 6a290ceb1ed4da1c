import { Button } from '@mantine/core'
import { IconClockQuestion, IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { centimos, clock, money } from '../../ui/format'
import type { PendingPayment } from './pending'
import c from './UnconfirmedPayment.module.css'

interface Props {
  pending: PendingPayment
  /** True when the payment was left behind long ago, so that somebody must decide about it. */
  old: boolean
  onAsk: () => void
  onDiscard: () => void
}

/** Stands in place of the buttons while it is unknown whether a payment went through: nothing is collected meanwhile. */
export function UnconfirmedPayment({ pending, old, onAsk, onDiscard }: Props) {
  const { t } = useTranslation()
  const methods = Object.entries(pending.body.payment_options)
  const expected = pending.body.expected_total
  return (
    <section className={c.unsure} role="alert" aria-label={t('payments.unsure')}>
      <span className={c.icon} data-still={old || undefined}>
        <IconClockQuestion size={44} stroke={1.8} aria-hidden="true" />
      </span>
      <h2>{old ? t('payments.oldTitle') : t('payments.unsure')}</h2>
      {expected ? <strong>{money(centimos(expected))}</strong> : null}
      <p>
        {methods.map(([name, text]) => `${name} ${money(centimos(text))}`).join(' · ')}
        {methods.length ? ' · ' : ''}
        {t('payments.sentAt', { time: clock(pending.at) })}
      </p>
      <p>{old ? t('payments.oldText') : t('payments.unsureText')}</p>
      {old ? (
        <div className={c.actions}>
          <Button
            variant="default"
            leftSection={<IconX size={20} stroke={1.9} aria-hidden="true" />}
            onClick={onDiscard}
          >
            {t('payments.discard')}
          </Button>
          <Button leftSection={<IconRefresh size={20} stroke={1.9} aria-hidden="true" />} onClick={onAsk}>
            {t('payments.checkNow')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
