import { Button, PasswordInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { write } from '../../../api/client'
import { errorText, fieldErrors } from '../../../api/errors'
import { useWrite } from '../../../api/useWrite'
import { showToast } from '../../../ui/toasts'
import { Gate, Trouble } from './Gate'
import c from './Gate.module.css'

/** Where the link of the letter leads: a new password, typed twice. */
export function Screen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const reset = useWrite(
    (given: { password: string; password_confirmation: string }, key) =>
      write('POST', '/reset-password', key, {
        ...given,
        email: params.get('email') ?? '',
        token: params.get('token') ?? '',
      }),
    {
      onSuccess: () => {
        showToast('success', t('recovery.done'))
        void navigate('/login', { replace: true })
      },
      onError: () => true,
    },
  )
  const errors = fieldErrors(reset.error)
  const spent = Boolean(errors.token) || !params.get('token')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset.mutate({ password, password_confirmation: again })
  }
  if (spent) {
    return (
      <Gate title={t('recovery.spent')} text={t('recovery.spentText')}>
        <Button component={Link} to="/reset-password" className={c.go} fullWidth>
          {t('recovery.askAgain')}
        </Button>
      </Gate>
    )
  }
  const field = (
    name: 'password' | 'password_confirmation',
    label: string,
    value: string,
    set: (v: string) => void,
  ) => (
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
  const elsewhere = reset.error && !errors.password && !errors.password_confirmation
  return (
    <Gate title={t('recovery.newTitle')} text={t('recovery.newText')}>
      <form className={c.form} onSubmit={submit} noValidate>
        {elsewhere ? <Trouble text={errorText(reset.error)} /> : null}
        {field('password', t('recovery.password'), password, setPassword)}
        {field('password_confirmation', t('recovery.again'), again, setAgain)}
        <Button type="submit" className={c.go} loading={reset.isPending}>
          {t('recovery.save')}
        </Button>
      </form>
    </Gate>
  )
}
