import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IssuedDocumentDetail } from '../../api/model'
import c from '../../widgets/documents/DocumentSheet.module.css'
import { RefundButton } from '../../widgets/refunds/RefundButton'
import { SendDocumentBar } from './SendDocumentBar'

const DebitDialog = lazy(() => import('./debit/DebitDialog'))
const FailedVoidDialog = lazy(() => import('./FailedVoidDialog'))
const ReissueDialog = lazy(() => import('./ReissueDialog'))
const UndoDialog = lazy(() => import('./undo/UndoDialog'))

/** The actions on a document: mail it, share its address, take it back, add to it. */
export function DocumentFoot({
  document,
  onOpen,
}: {
  document: IssuedDocumentDetail
  onOpen: (id: number) => void
}) {
  const { t } = useTranslation()
  const [reissuing, setReissuing] = useState(false)
  const [undoing, setUndoing] = useState(false)
  const [debiting, setDebiting] = useState(false)
  const [crediting, setCrediting] = useState(false)
  const { actions, standing_payment_id } = document
  const refunds = !actions.undo && actions.refund && standing_payment_id
  return (
    <SendDocumentBar
      which={{ kind: 'billing', id: document.id }}
      number={document.full_number}
      transmission={document.transmission}
      address={document.public_address}
      mails={actions.mail}
    >
      {actions.reissue ? (
        <Button variant="filled" className={c.first} onClick={() => setReissuing(true)}>
          {t('reissue.key')}
        </Button>
      ) : null}
      {actions.credit_failed_void ? (
        <Button variant="filled" className={c.first} onClick={() => setCrediting(true)}>
          {t('failedVoid.key')}
        </Button>
      ) : null}
      {actions.undo ? (
        <Button variant="default" onClick={() => setUndoing(true)}>
          {t('documentSheet.undo')}
        </Button>
      ) : refunds ? (
        <RefundButton
          paymentId={standing_payment_id}
          requestId={document.client_request_id}
          document={document.full_number}
        />
      ) : null}
      {actions.debit_note ? (
        <Button variant="default" onClick={() => setDebiting(true)}>
          {t('debit.key')}
        </Button>
      ) : null}
      {debiting ? (
        <Suspense fallback={null}>
          <DebitDialog document={document} onClose={() => setDebiting(false)} />
        </Suspense>
      ) : null}
      {reissuing ? (
        <Suspense fallback={null}>
          <ReissueDialog document={document} onClose={() => setReissuing(false)} onIssued={onOpen} />
        </Suspense>
      ) : null}
      {crediting ? (
        <Suspense fallback={null}>
          <FailedVoidDialog document={document} onClose={() => setCrediting(false)} />
        </Suspense>
      ) : null}
      {undoing && actions.undo ? (
        <Suspense fallback={null}>
          <UndoDialog document={document} undo={actions.undo} onClose={() => setUndoing(false)} />
        </Suspense>
      ) : null}
    </SendDocumentBar>
  )
}
