import { useTranslation } from 'react-i18next'
import type { Document } from '../../../api/model'
import { Dialog } from '../../../ui/Dialog'
import { DialogHead } from '../../../ui/DialogHead'
import { centimos, money } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { usePhone } from '../../../ui/viewport'
import { useCreditQuote } from './queries'
import c from './UndoDialog.module.css'
import { UndoForm } from './UndoForm'

export interface UndoProps {
  document: Document
  undo: NonNullable<Document['actions']['undo']>
  onClose: () => void
}

/** Takes an electronic document back: all of it, or a part by a credit note. */
export default function UndoDialog(props: UndoProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const { document, onClose } = props
  const whole = useCreditQuote(document.id, null)
  const title = t('undo.title', { document: document.full_number })
  const text = t('undo.text', {
    name: document.name,
    client: document.client_name,
    amount: money(centimos(document.total)),
    state: t(`taxState.${document.state}`).toLowerCase(),
  })
  return (
    <Dialog label={title} onClose={onClose} shape={phone ? 'sheet' : 'center'}>
      <div className={c.box}>
        <div className={c.head}>
          <DialogHead title={title} text={text} onClose={onClose} />
        </div>
        {whole.data ? (
          <UndoForm {...props} whole={whole.data} />
        ) : whole.error ? (
          <Failed title={t('undo.failed')} error={whole.error} onRetry={() => void whole.refetch()} />
        ) : (
          <Loading label={t('undo.loading')} rows={4} />
        )}
      </div>
    </Dialog>
  )
}
