import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, isApiError } from '../../api/errors'
import type { IssuedDocumentDetail } from '../../api/model'
import { fullName, useUser } from '../../session/session'
import { DialogForm, goButton } from '../../ui/DialogForm'
import { centimos, money } from '../../ui/format'
import { PinDialog } from '../../ui/PinDialog'
import { showToast } from '../../ui/toasts'
import c from './ReissueDialog.module.css'
import { useUndo } from './undo/queries'

/** Credits a document whose void the tax authority refused; its money went back before. */
export default function FailedVoidDialog({
  document,
  onClose,
}: {
  document: IssuedDocumentDetail
  onClose: () => void
}) {
  const { t } = useTranslation()
  const user = useUser()
  const [asking, setAsking] = useState(false)
  const amount = money(centimos(document.total))
  const credit = useUndo(document.id, document.client_request_id, ({ credit_note }) => {
    showToast('success', t('failedVoid.done', { note: credit_note?.full_number ?? '' }))
    onClose()
  })
  const error = credit.error
  const wrongPin = isApiError(error) && error.code.includes('pin')
  return (
    <DialogForm
      title={t('failedVoid.title', { document: document.full_number })}
      text={t('failedVoid.text', { amount })}
      onClose={onClose}
      above={
        asking && (!error || wrongPin) ? (
          <PinDialog
            title={t('undo.pin')}
            action="void_document"
            error={wrongPin ? error : null}
            busy={credit.isPending}
            onClose={() => setAsking(false)}
            onSubmit={(pin, approver_id) =>
              credit.mutate({
                note: { reason_code: '01', asked: null },
                reason: document.void_reason ?? t('failedVoid.reason'),
                pin,
                approver_id,
                remove_inventory: false,
                returned_otherwise: false,
              })
            }
          >
            <b>{fullName(user)}</b> {t('undo.asksNote', { document: document.full_number })}
            <br />
            <b>{amount}</b> · {t('failedVoid.noMoney')}
          </PinDialog>
        ) : null
      }
    >
      {error && !wrongPin ? (
        <p className={c.error} role="alert">
          {(isApiError(error) && error.serverMessage) || errorText(error)}
        </p>
      ) : null}
      <Button
        className={goButton}
        leftSection={<IconShieldLock size={22} stroke={1.9} aria-hidden="true" />}
        onClick={() => {
          credit.reset()
          setAsking(true)
        }}
      >
        {t('failedVoid.go')}
      </Button>
    </DialogForm>
  )
}
