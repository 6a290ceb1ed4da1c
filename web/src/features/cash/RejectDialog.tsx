import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../api/errors'
import type { CashMovement } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { centimos, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { usePhone } from '../../ui/viewport'
import c from './CashDialog.module.css'
import { useRejectMovement } from './queries'

/** Why a movement does not count. */
export function RejectDialog({ movement, onClose }: { movement: CashMovement; onClose: () => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [reason, setReason] = useState('')
  const reject = useRejectMovement(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) reject.mutate({ id: movement.id, reason: reason.trim() })
  }
  return (
    <Dialog label={t('cash.rejectTitle')} onClose={onClose} shape={phone ? 'sheet' : 'center'}>
      <form className={c.form} onSubmit={submit}>
        <header className={c.head}>
          <h2>{t('cash.rejectTitle')}</h2>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
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
        <Button type="submit" className={c.go} disabled={!reason.trim()} loading={reject.isPending}>
          {t('cash.reject')}
        </Button>
      </form>
    </Dialog>
  )
}
