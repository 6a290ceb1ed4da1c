import { useTranslation } from 'react-i18next'
import type { Document } from '../../../api/model'
import { Dialog } from '../../../ui/Dialog'
import { DialogHead } from '../../../ui/DialogHead'
import { centimos, money } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { usePhone } from '../../../ui/viewport'
import c from '../undo/UndoDialog.module.css'
import { DebitForm } from './DebitForm'
import { useDebitQuote } from './queries'

/** Adds interest, a higher value or a penalty to a factura or boleta, by a document of its own. */
export default function DebitDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const whole = useDebitQuote(document.id, '01', undefined)
  const title = t('debit.title', { document: document.full_number })
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
          <DebitForm document={document} whole={whole.data} onClose={onClose} />
        ) : whole.error ? (
          <Failed title={t('undo.failed')} error={whole.error} onRetry={() => void whole.refetch()} />
        ) : (
          <Loading label={t('undo.loading')} rows={4} />
        )}
      </div>
    </Dialog>
  )
}
