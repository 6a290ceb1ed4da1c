import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { write } from '../../../api/client'
import { landingOf } from '../../../data/settings/landing'
import { useSession, useUser } from '../../../session/session'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import { useSignOut } from '../../../widgets/user-menu/useSignOut'
import { type NewPassword, NewPasswordForm } from './NewPasswordForm'
import { SignedOutPage } from './SignedOutPage'
import c from './SignedOutPage.module.css'

/** The first log-in with a password that somebody else chose: nothing else is possible before the user has their own. */
export default function OwnPasswordScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const signOut = useSignOut()
  const change = useWrite((given: NewPassword, key) => write('PUT', '/profile/password', key, given), {
    onSuccess: async () => {
      const own = { ...user, must_change_password: false }
      await useSession.getState().update(own)
      showToast('success', t('recovery.done'))
      void navigate(await landingOf(own), { replace: true })
    },
    onError: () => true,
  })
  const leave = (
    <button
      type="button"
      className={c.back}
      onClick={() => {
        signOut()
        void navigate('/login', { replace: true })
      }}
    >
      <IconLogout size={20} stroke={2} aria-hidden="true" />
      {t('recovery.leave')}
    </button>
  )
  return (
    <SignedOutPage
      title={t('recovery.ownTitle', { name: user.name })}
      text={t('recovery.ownText')}
      back={leave}
    >
      <NewPasswordForm busy={change.isPending} error={change.error} onSave={change.mutate} />
    </SignedOutPage>
  )
}
