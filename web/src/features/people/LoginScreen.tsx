import { IconAlertTriangle, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { errorText, isApiError } from '../../api/errors'
import { asksForCode, useLogin } from '../../data/people/login'
import { useCompany } from '../../data/settings/company'
import { landingOf } from '../../data/settings/landing'
import { useSession } from '../../session/session'
import { Key } from '../../ui/Key'
import { Logo } from '../../ui/Logo'
import { MainButton } from '../../ui/MainButton'
import { NewVersionBar } from '../../ui/NewVersionBar'
import { StatePill } from '../../ui/StatePill'
import { useOnePane } from '../../ui/viewport'
import { LoginCheck, LoginPassword, LoginText } from '../../widgets/login/LoginFields'
import c from './LoginScreen.module.css'

const LoginScene = lazy(() => import('./LoginScene'))
const CodeStep = lazy(() => import('./CodeStep'))

const remembered = 'comanda.username'

export default function LoginScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const company = useCompany()
  const narrow = useOnePane()
  const ended = useSession((state) => state.ended)
  const [username, setUsername] = useState(() => localStorage.getItem(remembered) ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(true)
  const login = useLogin((session) => {
    if (remember) localStorage.setItem(remembered, username)
    else localStorage.removeItem(remembered)
    void landingOf(session.user).then((to) => navigate(to, { replace: true }))
  })
  const [asked, setAsked] = useState(false)
  const asks = asked || asksForCode(login.error)
  const wrong = isApiError(login.error) && login.error.code === 'bad_credentials'

  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const empty = !username.trim() ? 'username' : !password ? 'password' : null
    setMissing(empty !== null)
    if (empty) {
      login.reset()
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${empty}"]`)?.focus()
      return
    }
    login.mutate({ username: username.trim(), password })
  }
  const back = () => {
    setAsked(false)
    setPassword('')
    login.reset()
  }
  return (
    <div className={c.page}>
      {narrow ? null : (
        <Suspense fallback={<div />}>
          <LoginScene />
        </Suspense>
      )}
      <main className={c.side}>
        <NewVersionBar />
        <div className={c.box}>
          <div className={c.company}>
            {company.data?.logo ? <img src={company.data.logo} alt="" /> : <Logo size={76} />}
            <h1>{company.data?.commercial_name ?? 'Comanda'}</h1>
          </div>
          {asks ? (
            <Suspense fallback={null}>
              <CodeStep
                busy={login.isPending}
                error={login.error}
                onCode={(totp) => {
                  setAsked(true)
                  login.mutate({ username: username.trim(), password, totp })
                }}
                onBack={back}
              />
            </Suspense>
          ) : (
            <form className={c.form} onSubmit={submit} noValidate>
              {missing || login.error || ended === 'revoked' ? (
                <div className={c.error} role="alert">
                  <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
                  <span>
                    {missing
                      ? t('people.login.missing')
                      : login.error
                        ? errorText(login.error)
                        : t('people.login.ended')}
                  </span>
                </div>
              ) : null}
              <LoginText
                label={t('people.username')}
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                required
                // On a phone the keyboard would cover the page.
                autoFocus={!narrow && username === ''}
                value={username}
                onChange={setUsername}
              />
              <LoginPassword
                label={t('people.password')}
                name="password"
                autoComplete="current-password"
                required
                autoFocus={!narrow && username !== ''}
                aria-invalid={wrong || undefined}
                value={password}
                onChange={setPassword}
              />
              <div className={c.below}>
                <LoginCheck label={t('people.login.remember')} checked={remember} onChange={setRemember} />
                <Link to="/reset-password" className={c.forgot}>
                  {t('people.login.forgot')}
                </Link>
              </div>
              <MainButton type="submit" busy={login.isPending} right={<Key onAction>Enter</Key>}>
                {t('people.login.submit')}
              </MainButton>
            </form>
          )}
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
