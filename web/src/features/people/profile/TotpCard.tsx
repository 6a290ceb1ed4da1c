import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconDeviceMobileCheck, IconShieldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { get, write } from '../../../api/client'
import { errorText, fieldErrors } from '../../../api/errors'
import { queryClient } from '../../../api/query'
import { peopleKeys } from '../../../data/people/keys'
import { verifySession } from '../../../data/people/login'
import { DialogForm, goButton } from '../../../ui/DialogForm'
import { Card } from '../../../ui/OfficePage'
import { StatePill } from '../../../ui/StatePill'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import { CodeSheet } from '../second-factor/CodeSheet'
import { TotpSteps } from '../second-factor/TotpSteps'
import c from './SessionsCard.module.css'

type Open = 'begin' | 'renew' | 'remove' | null

/** Sets up the second factor of the user's own log-in. */
export function TotpCard() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  /** Recovery codes are shown only once, so nobody leaves them by accident. */
  const [codes, setCodes] = useState(false)
  const state = useQuery({
    queryKey: peopleKeys.ownTotp,
    queryFn: ({ signal }) => get('/profile/totp', undefined, signal),
  })
  const on = state.data?.enabled ?? false
  const left = state.data?.recovery_codes_left ?? 0
  const close = () => {
    setOpen(null)
    setCodes(false)
    void queryClient.invalidateQueries({ queryKey: peopleKeys.own })
    void verifySession()
  }
  return (
    <Card padded label={t('totp.title')}>
      <header className={c.head}>
        <div>
          <h2>{t('totp.title')}</h2>
          <p>{on ? t('totp.onText', { count: left }) : t('totp.text')}</p>
        </div>
        {state.data && !on ? <Button onClick={() => setOpen('begin')}>{t('totp.set')}</Button> : null}
      </header>
      <StatePill
        tone={on ? (left < 3 ? 'warning' : 'good') : 'quiet'}
        icon={on ? IconDeviceMobileCheck : IconShieldOff}
        label={on ? t('totp.on') : t('totp.off')}
      />
      {on ? (
        <div className={c.ways}>
          <Button variant="default" onClick={() => setOpen('renew')}>
            {t('totp.renew')}
          </Button>
          {state.data?.required ? null : (
            <Button variant="default" onClick={() => setOpen('remove')}>
              {t('totp.remove')}
            </Button>
          )}
        </div>
      ) : null}
      {open === 'begin' ? (
        <DialogForm title={t('totp.set')} text={t('totp.setText')} onClose={codes ? undefined : close}>
          <TotpSteps onCodes={() => setCodes(true)} onDone={close} />
        </DialogForm>
      ) : null}
      {open === 'renew' ? <Renew onClose={close} /> : null}
      {open === 'remove' ? <Remove onClose={close} /> : null}
    </Card>
  )
}

function Renew({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const renew = useWrite(
    (proof: Proof, attempt) => write('POST', '/profile/totp/recovery-codes', attempt, proof),
    { onError: () => true },
  )
  if (renew.data) {
    return (
      <DialogForm title={t('totp.renew')}>
        <CodeSheet codes={renew.data.recovery_codes} onDone={onClose} />
      </DialogForm>
    )
  }
  return (
    <Confirm
      title={t('totp.renew')}
      text={t('totp.renewText')}
      action={t('totp.renew')}
      work={renew}
      onClose={onClose}
    />
  )
}

function Remove({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useWrite((proof: Proof, attempt) => write('DELETE', '/profile/totp', attempt, proof), {
    onError: () => true,
    onSuccess: () => {
      showToast('success', t('totp.removed'))
      onClose()
    },
  })
  return (
    <Confirm
      title={t('totp.remove')}
      text={t('totp.removeText')}
      action={t('totp.remove')}
      work={remove}
      onClose={onClose}
    />
  )
}

interface Proof {
  current_password: string
  totp: string
}

interface Work {
  mutate: (proof: Proof) => void
  isPending: boolean
  error: Error | null
}

/** Asks for the user's password and a code before a change that makes the log-in weaker. */
function Confirm(props: { title: string; text: string; action: string; work: Work; onClose: () => void }) {
  const { t } = useTranslation()
  const { title, text, action, work, onClose } = props
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    work.mutate({ current_password: password, totp: code })
  }
  const at = fieldErrors(work.error)
  const elsewhere = work.error && !at.totp ? errorText(work.error) : undefined
  return (
    <DialogForm title={title} text={text} onClose={onClose} onSubmit={submit} holds={{ password, code }}>
      <PasswordInput
        label={t('account.current')}
        name="current_password"
        autoComplete="current-password"
        data-autofocus
        error={at.current_password ?? elsewhere}
        visibilityToggleButtonProps={{ 'aria-label': t('people.showPassword') }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextInput
        label={t('totp.codeOrPaper')}
        name="totp"
        autoComplete="one-time-code"
        autoCapitalize="none"
        error={at.totp}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button
        type="submit"
        className={goButton}
        loading={work.isPending}
        disabled={password === '' || code.trim() === ''}
      >
        {action}
      </Button>
    </DialogForm>
  )
}
