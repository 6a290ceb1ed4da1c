import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import { queryClient } from '../../../api/query'
import { peopleKeys } from '../../../data/people/keys'
import { canEncrypt } from '../../../session/vault'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import { SessionLine, sessionName } from './SessionLine'
import c from './SessionsCard.module.css'

/** Lists the user's sessions, and signs out of them. */
export function SessionsCard() {
  const { t } = useTranslation()
  const sessions = useQuery({
    queryKey: peopleKeys.ownSessions,
    queryFn: ({ signal }) => list('/profile/sessions', undefined, signal),
  })
  const end = useWrite(
    (id: number | 'others', attempt) =>
      id === 'others'
        ? write('DELETE', '/profile/sessions', attempt, {})
        : write('DELETE', `/profile/sessions/${id}`, attempt, {}),
    {
      failed: t('account.notSignedOut'),
      onSuccess: () => {
        showToast('success', t('account.signedOut'))
        void queryClient.invalidateQueries({ queryKey: peopleKeys.ownSessions })
      },
    },
  )
  const rows = sessions.data?.rows ?? []
  return (
    <Card padded label={t('account.sessions')}>
      <header className={c.head}>
        <div>
          <h2>{t('account.sessions')}</h2>
          <p>{t('account.sessionsText')}</p>
          <p>{canEncrypt() ? t('people.profile.kept') : t('people.profile.tabOnly')}</p>
        </div>
        {rows.length > 1 ? (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate('others')}>
            {t('account.signOutOthers')}
          </Button>
        ) : null}
      </header>
      {sessions.isError && !sessions.data ? (
        <Failed
          title={t('account.sessionsFailed')}
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      ) : sessions.isPending ? (
        <Loading label={t('account.sessions')} rows={2} height={64} />
      ) : (
        <ul className={c.list}>
          {rows.map((session) => (
            <SessionLine key={session.id} session={session}>
              {session.current ? null : (
                <Button
                  variant="default"
                  disabled={end.isPending}
                  aria-label={t('account.signOutOf', { name: sessionName(t, session) })}
                  onClick={() => end.mutate(session.id)}
                >
                  {t('account.signOut')}
                </Button>
              )}
            </SessionLine>
          ))}
        </ul>
      )}
    </Card>
  )
}
