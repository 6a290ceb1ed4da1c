import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldErrors } from '../../../../api/errors'
import type { Production } from '../../../../api/model'
import { DialogForm, dialogWarning, goButton } from '../../../../ui/DialogForm'
import { showToast } from '../../../../ui/toasts'
import { useProductionStatus } from '../queries'

/** Asks once before a production is taken back, or made to count again. */
export function TakeBackDialog({ production, onClose }: { production: Production; onClose: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const rejects = production.status === 'APPROVED'
  const change = useProductionStatus(production.id, (now) => {
    const done = t(rejects ? 'productions.change.rejected' : 'productions.change.approved')
    showToast('success', done, [now.full_number, ...now.warnings].join('. '))
    onClose()
  })
  const atReason = fieldErrors(change.error).reason
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(rejects ? { status: 'REJECTED', reason: reason.trim() } : { status: 'APPROVED' })
  }
  return (
    <DialogForm
      title={t(rejects ? 'productions.change.rejectTitle' : 'productions.change.approveTitle')}
      text={t(rejects ? 'productions.change.rejectText' : 'productions.change.approveText')}
      onClose={onClose}
      holds={reason}
      onSubmit={submit}
    >
      {rejects ? (
        <TextInput
          label={t('productions.change.reason')}
          data-autofocus
          maxLength={200}
          value={reason}
          error={atReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      {change.error && !atReason ? (
        <p className={dialogWarning} role="alert">
          {errorText(change.error)}
        </p>
      ) : null}
      <Button
        type="submit"
        className={goButton}
        loading={change.isPending}
        disabled={rejects && reason.trim() === ''}
      >
        {t(rejects ? 'productions.change.reject' : 'productions.change.approve')}
      </Button>
    </DialogForm>
  )
}
