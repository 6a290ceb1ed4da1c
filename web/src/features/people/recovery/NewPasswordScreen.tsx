import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { write } from '../../../api/client'
import { fieldErrors } from '../../../api/errors'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import { type NewPassword, NewPasswordForm } from './NewPasswordForm'
import { SignedOutPage, ToLogin } from './SignedOutPage'
import c from './SignedOutPage.module.css'

/** Asks for a new password, typed twice; the link of an e-mail leads here. */
export default function NewPasswordScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const reset = useWrite(
    (given: NewPassword, key) =>
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
  const spent = Boolean(fieldErrors(reset.error).token) || !params.get('token')
  if (spent) {
    return (
      <SignedOutPage title={t('recovery.spent')} text={t('recovery.spentText')} back={<ToLogin />}>
        <Button component={Link} to="/reset-password" className={c.go} fullWidth>
          {t('recovery.askAgain')}
        </Button>
      </SignedOutPage>
    )
  }
  return (
    <SignedOutPage title={t('recovery.newTitle')} text={t('recovery.newText')} back={<ToLogin />}>
      <NewPasswordForm busy={reset.isPending} error={reset.error} onSave={reset.mutate} />
    </SignedOutPage>
  )
}
