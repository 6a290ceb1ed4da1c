import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconEye, IconEyeOff, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { errorText, isApiError } from '../../api/errors'
import { Key } from '../../ui/Key'
import { Logo } from '../../ui/Logo'
import { StatePill } from '../../ui/StatePill'
import { showToast } from '../../ui/toasts'
import { useCompany } from '../company/queries'
import { landingOf } from '../settings/first-use/landing'
import { LoginScene } from './LoginScene'
import c from './LoginScreen.module.css'
import { useLogin } from './login'
import { useSession } from './session'

const remembered = 'comanda.username'

export function Screen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const company = useCompany()
  const ended = useSession((state) => state.ended)
  const [username, setUsername] = useState(() => localStorage.getItem(remembered) ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(true)
  const login = useLogin((session) => {
    if (remember) localStorage.setItem(remembered, username)
    else localStorage.removeItem(remembered)
    showToast('success', t('people.login.done'))
    void landingOf(session.user).then((to) => navigate(to, { replace: true }))
  })
  const wrong = isApiError(login.error) && login.error.code === 'bad_credentials'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.mutate({ username: username.trim(), password })
  }
  return (
    <div className={c.page}>
      <LoginScene />
      <main className={c.side}>
        <div className={c.box}>
          <div className={c.company}>
            {company.data?.logo ? <img src={company.data.logo} alt="" /> : <Logo size={76} />}
            <h1>{company.data?.commercial_name ?? 'Comanda'}</h1>
          </div>
          <form className={c.form} onSubmit={submit}>
            {login.error || ended === 'revoked' ? (
              <div className={c.error} role="alert">
                <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
                <span>{login.error ? errorText(login.error) : t('people.login.ended')}</span>
              </div>
            ) : null}
            <TextInput
              label={t('people.username')}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              required
              withAsterisk={false}
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
            />
            <PasswordInput
              label={t('people.password')}
              name="password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              error={wrong}
              classNames={{ input: c.password, innerInput: c.passwordInner, visibilityToggle: c.eye }}
              rightSectionWidth={52}
              visibilityToggleIcon={({ reveal }) =>
                reveal ? <IconEyeOff size={22} stroke={1.8} /> : <IconEye size={22} stroke={1.8} />
              }
              visibilityToggleButtonProps={{ 'aria-label': t('people.showPassword') }}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <div className={c.below}>
              <Checkbox
                size="md"
                label={t('people.login.remember')}
                checked={remember}
                onChange={(event) => setRemember(event.currentTarget.checked)}
              />
              <Link to="/reset-password" className={c.forgot}>
                {t('people.login.forgot')}
              </Link>
            </div>
            <Button
              type="submit"
              className={c.go}
              loading={login.isPending}
              rightSection={<Key onAction>Enter</Key>}
            >
              {t('people.login.submit')}
            </Button>
          </form>
        </div>
        <footer className={c.foot}>
          <span className={c.product}>
            <Logo size={22} />
            <b>Comanda</b>
          </span>
          {company.isError ? (
            <StatePill tone="bad" icon={IconWifiOff} label={t('people.login.serverOff')} />
          ) : company.isSuccess ? (
            <StatePill tone="good" icon={IconWifi} label={t('people.login.serverOn')} />
          ) : null}
        </footer>
      </main>
    </div>
  )
}
