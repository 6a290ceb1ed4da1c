import { Button, TextInput } from '@mantine/core'
import { IconShieldLock, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog'
import { IconButton } from '../../ui/IconButton'
import { PinDialog } from '../../ui/PinDialog'
import { usePhone } from '../../ui/viewport'
import { fullName, useUser } from '../people/session'
import c from './FloorForm.module.css'

interface Props {
  title: string
  /** What is about to happen, in words. */
  about: string
  reasons: string[]
  action: string
  error: Error | null
  busy: boolean
  onSubmit: (reason: string, pin: string) => void
  onClose: () => void
}

/** Why, and then a PIN: for what nobody does alone. */
export function ReasonDialog({ title, about, reasons, action, error, busy, onSubmit, onClose }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const user = useUser()
  const [reason, setReason] = useState('')
  const [asking, setAsking] = useState(false)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) setAsking(true)
  }
  return (
    <Dialog label={title} onClose={onClose} shape={phone ? 'sheet' : 'center'}>
      <form className={c.form} onSubmit={ask}>
        <header className={c.head}>
          <h2>{title}</h2>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <p className={c.about}>{about}</p>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser */}
        <div className={c.chips} role="group" aria-label={t('floor.why')}>
          {reasons.map((each) => (
            <button key={each} type="button" aria-pressed={reason === each} onClick={() => setReason(each)}>
              {each}
            </button>
          ))}
        </div>
        <TextInput
          label={t('floor.otherReason')}
          maxLength={200}
          value={reasons.includes(reason) ? '' : reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button
          type="submit"
          className={c.go}
          disabled={!reason.trim()}
          leftSection={<IconShieldLock size={22} stroke={1.9} aria-hidden="true" />}
        >
          {action}
        </Button>
      </form>
      {asking ? (
        <PinDialog
          title={title}
          error={error}
          busy={busy}
          onSubmit={(pin) => onSubmit(reason.trim(), pin)}
          onClose={() => setAsking(false)}
        >
          <p>
            <b>{fullName(user)}</b> · {about}
          </p>
          <p>{reason.trim()}</p>
        </PinDialog>
      ) : null}
    </Dialog>
  )
}
