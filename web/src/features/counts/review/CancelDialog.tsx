import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { errorText } from '../../../api/errors'
import { DialogForm, dialogWarning, goButton } from '../../../ui/DialogForm'
import { useCancel } from '../queries'

/** Asks once, and for the reason: no stock moves. */
export function CancelDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const go = useNavigate()
  const [reason, setReason] = useState('')
  const cancel = useCancel(id, () => void go('/inventory/counts'))
  return (
    <DialogForm
      title={t('counts.review.cancelTitle')}
      text={t('counts.review.cancelText')}
      onClose={onClose}
      holds={reason}
      onSubmit={(event) => {
        event.preventDefault()
        cancel.mutate({ reason: reason.trim() })
      }}
    >
      <TextInput
        label={t('counts.review.reason')}
        data-autofocus
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {cancel.error ? (
        <p className={dialogWarning} role="alert">
          {errorText(cancel.error)}
        </p>
      ) : null}
      <Button type="submit" className={goButton} loading={cancel.isPending}>
        {t('counts.review.cancel')}
      </Button>
    </DialogForm>
  )
}
