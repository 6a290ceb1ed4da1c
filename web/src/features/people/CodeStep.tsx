import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, isApiError } from '../../api/errors'
import { Key } from '../../ui/Key'
import { MainButton } from '../../ui/MainButton'
import { LoginText } from '../../widgets/login/LoginFields'
import c from './LoginScreen.module.css'

interface Props {
  busy: boolean
  error: Error | null
  onCode: (code: string) => void
  onBack: () => void
}

/** Asks for the second step of a log-in: six digits of the authenticator app, or one of the printed codes. */
export default function CodeStep({ busy, error, onCode, onBack }: Props) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [onPaper, setOnPaper] = useState(false)
  const missing = isApiError(error) && error.code === 'totp_required'
  const failed = error && !missing && !busy

  // A code that failed is not corrected but typed again.
  useEffect(() => {
    if (error) setCode('')
  }, [error])

  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, 6)
    setCode(onPaper ? text : digits)
    if (!onPaper && digits.length === 6 && !busy) onCode(digits)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() && !busy) onCode(code)
  }
  return (
    <form className={c.form} onSubmit={submit} noValidate>
      {failed ? (
        <div className={c.error} role="alert">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          <span>{errorText(error)}</span>
        </div>
      ) : null}
      <LoginText
        key={onPaper ? 'paper' : 'digits'}
        label={t(onPaper ? 'people.code.paper' : 'people.code.label')}
        name="totp"
        autoComplete="one-time-code"
        autoCapitalize="none"
        inputMode={onPaper ? 'text' : 'numeric'}
        autoFocus
        required
        aria-invalid={failed ? true : undefined}
        aria-describedby="totp-text"
        className={c.code}
        value={code}
        onChange={type}
      />
      <p id="totp-text" className={c.codeText}>
        {t(onPaper ? 'people.code.paperText' : 'people.code.text')}
      </p>
      <div className={c.below}>
        <button type="button" className={c.forgot} onClick={onBack}>
          <IconArrowLeft size={20} stroke={2} aria-hidden="true" />
          {t('people.code.back')}
        </button>
        <button
          type="button"
          className={c.forgot}
          onClick={() => {
            setOnPaper(!onPaper)
            setCode('')
          }}
        >
          {t(onPaper ? 'people.code.useDigits' : 'people.code.usePaper')}
        </button>
      </div>
      <MainButton type="submit" busy={busy} right={<Key onAction>Enter</Key>}>
        {t('people.login.submit')}
      </MainButton>
    </form>
  )
}
