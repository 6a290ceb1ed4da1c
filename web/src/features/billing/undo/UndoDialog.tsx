import { useTranslation } from 'react-i18next'
import type { IssuedDocumentDetail } from '../../../api/model'
import { ChangeDialog } from '../change/ChangeDialog'
import { useCreditQuote } from './queries'
import { UndoForm } from './UndoForm'

export interface UndoProps {
  document: IssuedDocumentDetail
  undo: NonNullable<IssuedDocumentDetail['actions']['undo']>
  onClose: () => void
}

/** Takes an electronic document back: all of it, or a part by a credit note. */
export default function UndoDialog(props: UndoProps) {
  const { t } = useTranslation()
  const { document, onClose } = props
  const whole = useCreditQuote(document.id, null)
  const title = t('undo.title', { document: document.full_number })
  return (
    <ChangeDialog title={title} document={document} whole={whole} onClose={onClose}>
      {(quote) => <UndoForm {...props} whole={quote} />}
    </ChangeDialog>
  )
}
