import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Rows, write } from '../../../api/client'
import type { SessionShown } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { peopleKeys } from '../../../data/people/keys'
import { Failed, Loading } from '../../../ui/LoadState'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import { SessionLine, sessionName } from '../profile/SessionLine'
import c from './UserButtons.module.css'

interface Props {
  queryKey: readonly unknown[]
  fetch: (signal: AbortSignal) => Promise<Rows<SessionShown>>
  /** True for sessions of several people, whose names come first. */
  who?: boolean
  below?: ReactNode
}

/** Lists sessions for an administrator, who can trust a till or sign one session out. */
export function SessionList({ queryKey, fetch, who, below }: Props) {
  const { t } = useTranslation()
  const sessions = useQuery({ queryKey, queryFn: ({ signal }) => fetch(signal) })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: peopleKeys.users })
  const trust = useWrite(
    (given: { id: number; trusted: boolean }, key) =>
      write('PATCH', `/sessions/${given.id}`, key, { trusted: given.trusted }),
    {
      failed: t('devices.notTrusted'),
      onSuccess: (_, { trusted }) => {
        showToast('success', t(trusted ? 'devices.nowTrusted' : 'devices.noLongerTrusted'))
        refresh()
      },
    },
  )
  const end = useWrite((id: number, key) => write('DELETE', `/sessions/${id}`, key, {}), {
    failed: t('account.notSignedOut'),
    onSuccess: () => {
      showToast('success', t('account.signedOut'))
      refresh()
    },
  })
  if (sessions.isPending) return <Loading label={t('account.sessions')} rows={1} height={64} />
  if (!sessions.data) {
    return (
      <Failed
        title={t('account.sessionsFailed')}
        error={sessions.error}
        onRetry={() => void sessions.refetch()}
      />
    )
  }
  const { rows } = sessions.data
  if (rows.length === 0) return <p className={c.none}>{t('users.nowhere')}</p>
  const busy = trust.isPending || end.isPending
  return (
    <div>
      <ul className={c.list}>
        {rows.map((session) => {
          const name = who ? `${session.user}, ${sessionName(t, session)}` : sessionName(t, session)
          return (
            <SessionLine key={session.id} session={session} who={who}>
              <span className={c.ways}>
                <Button
                  variant="default"
                  disabled={busy}
                  aria-label={t(session.trusted ? 'devices.distrustOf' : 'devices.trustOf', { name })}
                  onClick={() => trust.mutate({ id: session.id, trusted: !session.trusted })}
                >
                  {t(session.trusted ? 'devices.distrust' : 'devices.trust')}
                </Button>
                {session.current ? null : (
                  <Button
                    variant="default"
                    disabled={busy}
                    aria-label={t('account.signOutOf', { name })}
                    onClick={() => end.mutate(session.id)}
                  >
                    {t('account.signOut')}
                  </Button>
                )}
              </span>
            </SessionLine>
          )
        })}
      </ul>
      {below}
    </div>
  )
}
