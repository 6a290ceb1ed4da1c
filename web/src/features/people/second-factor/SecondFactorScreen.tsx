import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { landingOf } from '../../../data/settings/landing'
import { useSession, useUser } from '../../../session/session'
import { showToast } from '../../../ui/toasts'
import { useSignOut } from '../../../widgets/user-menu/useSignOut'
import { SignedOutPage } from '../recovery/SignedOutPage'
import c from '../recovery/SignedOutPage.module.css'
import { TotpSteps } from './TotpSteps'

/** The role requires a second factor: nothing else is possible before there is one. */
export default function SecondFactorScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const signOut = useSignOut()
  const done = async () => {
    const safe = { ...user, has_totp: true, must_set_totp: false }
    await useSession.getState().update(safe)
    showToast('success', t('totp.done'))
    void navigate(await landingOf(safe), { replace: true })
  }
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
    <SignedOutPage title={t('totp.mustTitle', { name: user.name })} text={t('totp.mustText')} back={leave}>
      <TotpSteps onDone={() => void done()} />
    </SignedOutPage>
  )
}
