import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { errorText } from '../../../api/errors'
import type { SoldDocument } from '../../../api/model'
import { useDocument } from '../../../data/billing/queries'
import { showToast } from '../../../ui/toasts'

const UndoDialog = lazy(() => import('../../billing/undo/UndoDialog'))
const RefundDialog = lazy(() => import('../../../widgets/refunds/RefundDialog'))

/** Voids a sale in the way that its document requires; both ways ask about the stock where goods can return. */
export function VoidSale({ sale, onClose }: { sale: SoldDocument; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const found = useDocument(sale.billing_id)
  const document = found.data
  const undo = document?.actions.undo
  const payment = document?.actions.refund ? document.standing_payment_id : null
  const cannot = document !== undefined && !undo && !payment
  const { error } = found
  useEffect(() => {
    if (!cannot && !error) return
    showToast(
      'warning',
      t('monitor.cannotVoid', { document: sale.full_number }),
      error ? errorText(error) : '',
    )
    onClose()
  }, [cannot, error, sale.full_number, onClose, t])
  if (!document) return null
  return (
    <Suspense fallback={null}>
      {undo ? (
        <UndoDialog document={document} undo={undo} onClose={onClose} />
      ) : payment ? (
        <RefundDialog
          paymentId={payment}
          requestId={document.client_request_id}
          document={document.full_number}
          onClose={onClose}
          onReopened={() => void navigate(`/payment/${document.client_request_id}`)}
        />
      ) : null}
    </Suspense>
  )
}
