import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldErrors } from '../../../api/errors'
import { useMovementStatus } from '../../../data/inventory/queries'
import type { ItemType, Movement } from '../../../data/inventory/types'
import { DialogForm, dialogWarning, goButton } from '../../../ui/DialogForm'
import { showToast } from '../../../ui/toasts'

interface Props {
  movement: Movement
  type: ItemType
  onClose: () => void
}

/** Asks once before a movement is taken back, or applied again. */
export function StatusDialog({ movement, type, onClose }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const rejects = movement.status === 'APPROVED'
  const change = useMovementStatus(type, movement.id, (now) => {
    showToast('success', t('inventory.change.done'), [now.full_number, ...now.warnings].join('. '))
    onClose()
  })
  const atReason = fieldErrors(change.error).reason
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(rejects ? { status: 'REJECTED', reason: reason.trim() } : { status: 'APPROVED' })
  }
  return (
    <DialogForm
      title={t(rejects ? 'inventory.change.rejectTitle' : 'inventory.change.approveTitle')}
      text={t(rejects ? 'inventory.change.rejectText' : 'inventory.change.approveText')}
      onClose={onClose}
      holds={reason}
      onSubmit={submit}
    >
      {rejects ? (
        <TextInput
          label={t('inventory.change.reason')}
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
        {t(rejects ? 'inventory.change.reject' : 'inventory.change.approve')}
      </Button>
    </DialogForm>
  )
}
