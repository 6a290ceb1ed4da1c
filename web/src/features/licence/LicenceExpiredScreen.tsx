import { Button } from '@mantine/core'
import { IconLock, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { reconnectNow } from '../../api/realtime'
import { licenceQuery } from '../../data/licence/queries'
import { landing } from '../../session/permissions'
import { currentUser, useSession } from '../../session/session'
import { FullPage } from '../../ui/FullPage'
import { useSignOut } from '../../widgets/user-menu/useSignOut'

/** Says that the licence is not active, what that means, and offers to check again. The session is kept. */
export default function LicenceExpiredScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const signedIn = useSession((state) => state.status === 'in')
  const licence = useQuery({ ...licenceQuery, enabled: signedIn })
  const again = async () => {
    const answer = await licence.refetch()
    const user = currentUser()
    if (!answer.data?.license_active || !user) return
    reconnectNow()
    void navigate(landing(user))
  }
  return (
    <FullPage
      picture={<IconLock size={56} stroke={1.6} aria-hidden="true" />}
      title={t('licence.title')}
      text={t('licence.text', { company: licence.data?.company_name ?? t('licence.thisPlace') })}
    >
      {signedIn ? (
        <>
          <Button variant="default" size="lg" onClick={signOut}>
            {t('people.signOut')}
          </Button>
          <Button
            size="lg"
            loading={licence.isFetching}
            leftSection={<IconRefresh size={20} aria-hidden="true" />}
            onClick={() => void again()}
          >
            {t('licence.again')}
          </Button>
        </>
      ) : (
        <Button size="lg" onClick={() => void navigate('/login')}>
          {t('people.login.submit')}
        </Button>
      )}
    </FullPage>
  )
}
