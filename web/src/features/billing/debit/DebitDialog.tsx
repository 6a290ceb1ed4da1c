import { useTranslation } from 'react-i18next'
import type { IssuedDocumentDetail } from '../../../api/model'
import { ChangeDialog } from '../change/ChangeDialog'
import { DebitForm } from './DebitForm'
import { useDebitQuote } from './queries'

/** Adds interest, a higher value or a penalty to a factura or boleta, by a document of its own. */
export default function DebitDialog({
  document,
  onClose,
}: {
  document: IssuedDocumentDetail
  onClose: () => void
}) {
  const { t } = useTranslation()
  const whole = useDebitQuote(document.id, '01', undefined)
  return (
    <ChangeDialog
      title={t('debit.title', { document: document.full_number })}
      document={document}
      whole={whole}
      onClose={onClose}
    >
      {(quote) => <DebitForm document={document} whole={quote} onClose={onClose} />}
    </ChangeDialog>
  )
}
