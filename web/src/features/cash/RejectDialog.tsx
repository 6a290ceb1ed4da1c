import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../api/errors'
import type { CashMovement } from '../../api/model'
import { useRejectMovement } from '../../data/cash/queries'
import { fullName, useUser } from '../../session/session'
import { Cross } from '../../ui/Cross'
import { ServerForm } from '../../ui/form/ServerForm'
import { centimos, money } from '../../ui/format'
import { PinDialog } from '../../ui/PinDialog'
import { TypedDialog } from '../../ui/TypedDialog'
import { usePhone } from '../../ui/viewport'
import c from '../../widgets/cash/CashDialog.module.css'

/** Asks why a movement does not count. */
export function RejectDialog({ movement, onClose }: { movement: CashMovement; onClose: () => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [reason, setReason] = useState('')
  const [asking, setAsking] = useState(false)
  const user = useUser()
  const anothers = movement.user_id !== user.id
  const reject = useRejectMovement(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason.trim()) return
    if (anothers) setAsking(true)
    else reject.mutate({ id: movement.id, reason: reason.trim() })
  }
  return (
    <TypedDialog
      label={t('cash.rejectTitle')}
      onClose={onClose}
      holds={reason}
      shape={phone ? 'sheet' : 'center'}
    >
      <ServerForm className={c.form} onSubmit={submit}>
        <header className={c.head}>
          <h2>{t('cash.rejectTitle')}</h2>
          <Cross onClose={onClose} />
        </header>
        <p className={c.about}>
          <b>{movement.motive}</b> · {money(centimos(movement.amount))}
        </p>
        <TextInput
          label={t('cash.rejectReason')}
          data-autofocus
          value={reason}
          error={fieldErrors(reject.error).reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button
          type="submit"
          className={c.go}
          disabled={!reason.trim()}
          loading={reject.isPending && !asking}
        >
          {anothers ? t('cash.rejectWithPin') : t('cash.reject')}
        </Button>
      </ServerForm>
      {asking ? (
        <PinDialog
          title={t('cash.rejectPin')}
          action="reject_movement"
          error={reject.error}
          busy={reject.isPending}
          onClose={() => setAsking(false)}
          onSubmit={(pin, approver_id) =>
            reject.mutate({ id: movement.id, reason: reason.trim(), pin, approver_id })
          }
        >
          <b>{fullName(user)}</b> {t('cash.rejectPinAsks', { name: movement.user_name })}
          <br />
          <b>{movement.motive}</b> · {money(centimos(movement.amount))}
          <br />
          {reason.trim()}
        </PinDialog>
      ) : null}
    </TypedDialog>
  )
}
