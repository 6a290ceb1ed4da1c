import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import type { OwnSession, StaffUser } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { useWrite } from '../../../api/useWrite'
import { FormGroup } from '../../../ui/form/Group'
import { Failed, Loading } from '../../../ui/LoadState'
import { showToast } from '../../../ui/toasts'
import { SessionLine } from '../profile/SessionLine'
import c from './UserKeys.module.css'

/** What somebody else holds, taken away at once: a PIN that is known to others, a phone that was lost. */
export function UserKeys({ user }: { user: StaffUser }) {
  const { t } = useTranslation()
  return (
    <FormGroup title={t('users.keys')}>
      <Pin user={user} />
      <Sessions user={user} />
    </FormGroup>
  )
}

function Pin({ user }: { user: StaffUser }) {
  const { t } = useTranslation()
  const [there, setThere] = useState(user.has_pin)
  const take = useWrite((id: number, key) => write<StaffUser>('DELETE', `/users/${id}/pin`, key, {}), {
    failed: t('users.pinNotTaken'),
    onSuccess: () => {
      setThere(false)
      showToast('success', t('users.pinTaken'))
      for (const key of ['users', 'approvers']) void queryClient.invalidateQueries({ queryKey: [key] })
    },
  })
  return (
    <div className={c.line}>
      <p>{there ? t('users.pinHas') : t('users.pinNone')}</p>
      {there ? (
        <Button variant="default" loading={take.isPending} onClick={() => take.mutate(user.id)}>
          {t('users.takePin')}
        </Button>
      ) : null}
    </div>
  )
}

function Sessions({ user }: { user: StaffUser }) {
  const { t } = useTranslation()
  const key = ['users', 'sessions', user.id]
  const sessions = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => list<OwnSession>(`/users/${user.id}/sessions`, undefined, signal),
  })
  const end = useWrite((id: number, attempt) => write('DELETE', `/users/${id}/sessions`, attempt, {}), {
    failed: t('users.notSignedOutAll'),
    onSuccess: () => {
      showToast('success', t('users.signedOutAll'))
      void queryClient.invalidateQueries({ queryKey: key })
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
  return (
    <div>
      <ul className={c.list}>
        {rows.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate(user.id)}>
        {t('users.signOutAll')}
      </Button>
    </div>
  )
}
