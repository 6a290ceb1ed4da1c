import { useTranslation } from 'react-i18next'
import { useRefundQuote } from '../../data/payments/refunds'
import { DialogHead } from '../../ui/DialogHead'
import { Failed, Loading } from '../../ui/LoadState'
import { TypedDialog } from '../../ui/TypedDialog'
import { usePhone } from '../../ui/viewport'
import c from './RefundDialog.module.css'
import { RefundForm } from './RefundForm'

export interface RefundProps {
  paymentId: number
  requestId: number
  document: string
  onClose: () => void
  /** It is called when the account is open again. */
  onReopened?: () => void
}

/** Voids a document: to charge the account anew, or to refund it, all or some dishes. */
export default function RefundDialog(props: RefundProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const whole = useRefundQuote(props.paymentId, null)
  const title = t('refunds.title', { document: props.document })
  return (
    <TypedDialog label={title} onClose={props.onClose} shape={phone ? 'sheet' : 'drawer'}>
      <div className={c.box}>
        <div className={c.head}>
          <DialogHead title={title} onClose={props.onClose} />
        </div>
        {whole.data ? (
          <RefundForm {...props} whole={whole.data} />
        ) : whole.error ? (
          <Failed title={t('refunds.failed')} error={whole.error} onRetry={() => void whole.refetch()} />
        ) : (
          <Loading label={t('refunds.loading')} rows={4} />
        )}
      </div>
    </TypedDialog>
  )
}
