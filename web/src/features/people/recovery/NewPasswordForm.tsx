import { Button, PasswordInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldErrors } from '../../../api/errors'
import { ServerForm } from '../../../ui/form/ServerForm'
import { Trouble } from './SignedOutPage'
import c from './SignedOutPage.module.css'

export interface NewPassword {
  password: string
  password_confirmation: string
}

interface Props {
  busy: boolean
  error: Error | null
  onSave: (given: NewPassword) => void
}

/** Asks for a new password, typed twice. */
export function NewPasswordForm({ busy, error, onSave }: Props) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const errors = fieldErrors(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ password, password_confirmation: again })
  }
  const field = (name: keyof NewPassword, label: string, value: string, set: (v: string) => void) => (
    <PasswordInput
      size="lg"
      label={label}
      name={name}
      autoComplete="new-password"
      error={errors[name]}
      rightSectionWidth={52}
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <IconEyeOff size={22} stroke={1.8} /> : <IconEye size={22} stroke={1.8} />
      }
      visibilityToggleButtonProps={{ 'aria-label': t('people.showPassword') }}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
  const elsewhere = error && !errors.password && !errors.password_confirmation
  return (
    <ServerForm className={c.form} onSubmit={submit}>
      {elsewhere ? <Trouble text={errorText(error)} /> : null}
      {field('password', t('recovery.password'), password, setPassword)}
      {field('password_confirmation', t('recovery.again'), again, setAgain)}
      <Button type="submit" className={c.go} loading={busy}>
        {t('recovery.save')}
      </Button>
    </ServerForm>
  )
}
