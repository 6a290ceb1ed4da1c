import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName, useUser } from '../../session/session'
import { ReasonChips } from '../../ui/Chips'
import { DialogForm, goButton } from '../../ui/DialogForm'
import { PinDialog } from '../../ui/PinDialog'

interface Props {
  title: string
  /** Says what is about to happen. */
  about: string
  reasons: string[]
  action: string
  error: Error | null
  busy: boolean
  onSubmit: (reason: string, given: { pin: string; approver_id: number | null }) => void
  onClose: () => void
}

/** Asks for a reason and then a PIN, for actions that nobody does alone. */
export function ReasonDialog({ title, about, reasons, action, error, busy, onSubmit, onClose }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const [reason, setReason] = useState('')
  const [asking, setAsking] = useState(false)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) setAsking(true)
  }
  return (
    <DialogForm
      title={title}
      text={about}
      onClose={onClose}
      holds={reason}
      onSubmit={ask}
      above={
        asking ? (
          <PinDialog
            title={title}
            action="dismiss_sent"
            error={error}
            busy={busy}
            onSubmit={(pin, approver_id) => onSubmit(reason.trim(), { pin, approver_id })}
            onClose={() => setAsking(false)}
          >
            <p>
              <b>{fullName(user)}</b> · {about}
            </p>
            <p>{reason.trim()}</p>
          </PinDialog>
        ) : null
      }
    >
      <ReasonChips
        label={t('floor.why')}
        reasons={reasons}
        value={reason}
        other={t('floor.otherReason')}
        onChange={setReason}
      />
      <Button
        type="submit"
        className={goButton}
        disabled={!reason.trim()}
        leftSection={<IconShieldLock size={22} stroke={1.9} aria-hidden="true" />}
      >
        {action}
      </Button>
    </DialogForm>
  )
}
