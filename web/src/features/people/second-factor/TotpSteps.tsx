import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { errorText, fieldErrors } from '../../../api/errors'
import { goButton } from '../../../ui/DialogForm'
import { ServerForm } from '../../../ui/form/ServerForm'
import { QrCode } from '../../../ui/QrCode'
import { useWrite } from '../../../ui/useWrite'
import { CodeSheet } from './CodeSheet'
import c from './TotpSteps.module.css'

/** Sets up a second factor: the password again, a code to scan, a code to type, and recovery codes to keep. */
export function TotpSteps({ onCodes, onDone }: { onCodes?: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const begin = useWrite(
    (current_password: string, key) => write('POST', '/profile/totp', key, { current_password }),
    { onError: () => true },
  )
  const confirm = useWrite((given: string, key) => write('PUT', '/profile/totp', key, { code: given }), {
    onSuccess: onCodes,
    onError: () => setCode('') === undefined,
  })
  const field = useRef<HTMLInputElement>(null)
  // The code is typed next, and after a wrong one another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer asks anew
  useEffect(() => field.current?.focus(), [begin.data, confirm.error])
  const on = (run: () => void) => (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  if (confirm.data) return <CodeSheet codes={confirm.data.recovery_codes} onDone={onDone} />
  if (begin.data) {
    return (
      <ServerForm className={c.step} onSubmit={on(() => confirm.mutate(code))}>
        <p>{t('totp.scan')}</p>
        <div className={c.paper}>
          <QrCode className={c.qr} data={begin.data.uri} label={t('totp.qr')} />
        </div>
        <p className={c.quiet}>
          {t('totp.orType')} <code className={c.secret}>{spaced(begin.data.secret)}</code>
        </p>
        <TextInput
          ref={field}
          label={t('totp.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          error={confirm.error ? (fieldErrors(confirm.error).code ?? errorText(confirm.error)) : undefined}
          classNames={{ input: c.code }}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" className={goButton} loading={confirm.isPending} disabled={code.trim() === ''}>
          {t('totp.activate')}
        </Button>
      </ServerForm>
    )
  }
  return (
    <ServerForm className={c.step} onSubmit={on(() => begin.mutate(password))}>
      <PasswordInput
        label={t('account.current')}
        description={t('account.currentText')}
        name="current_password"
        autoComplete="current-password"
        data-autofocus
        error={
          begin.error ? (fieldErrors(begin.error).current_password ?? errorText(begin.error)) : undefined
        }
        visibilityToggleButtonProps={{ 'aria-label': t('people.showPassword') }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" className={goButton} loading={begin.isPending} disabled={password === ''}>
        {t('totp.begin')}
      </Button>
    </ServerForm>
  )
}

/** Groups the secret by four characters, as one reads it out. */
const spaced = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
