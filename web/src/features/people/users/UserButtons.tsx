import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import type { StaffUser } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { peopleKeys } from '../../../data/people/keys'
import { FormGroup } from '../../../ui/form/Group'
import { uiKeys } from '../../../ui/keys'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import { SessionList } from './SessionList'
import c from './UserButtons.module.css'

/** Takes away a user's PIN, second factor or sessions at once: others may know the PIN, or the phone was lost. */
export function UserButtons({ user }: { user: StaffUser }) {
  const { t } = useTranslation()
  return (
    <FormGroup title={t('users.keys')}>
      <Pin user={user} />
      <Totp user={user} />
      <Sessions user={user} />
    </FormGroup>
  )
}

function Pin({ user }: { user: StaffUser }) {
  const { t } = useTranslation()
  const [there, setThere] = useState(user.has_pin)
  const take = useWrite((id: number, key) => write('DELETE', `/users/${id}/pin`, key, {}), {
    failed: t('users.pinNotTaken'),
    onSuccess: () => {
      setThere(false)
      showToast('success', t('users.pinTaken'))
      for (const queryKey of [peopleKeys.users, uiKeys.approvers])
        void queryClient.invalidateQueries({ queryKey })
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

function Totp({ user }: { user: StaffUser }) {
  const { t } = useTranslation()
  const [there, setThere] = useState(user.has_totp)
  const take = useWrite((id: number, key) => write('DELETE', `/users/${id}/totp`, key, {}), {
    failed: t('users.totpNotTaken'),
    onSuccess: () => {
      setThere(false)
      showToast('success', t('users.totpTaken'))
      void queryClient.invalidateQueries({ queryKey: peopleKeys.users })
    },
  })
  return (
    <div className={c.line}>
      <p>{there ? t('users.totpHas') : t('users.totpNone')}</p>
      {there ? (
        <Button variant="default" loading={take.isPending} onClick={() => take.mutate(user.id)}>
          {t('users.takeTotp')}
        </Button>
      ) : null}
    </div>
  )
}

function Sessions({ user }: { user: StaffUser }) {
  const { t } = useTranslation()
  const key = peopleKeys.sessionsOf(user.id)
  const end = useWrite((id: number, attempt) => write('DELETE', `/users/${id}/sessions`, attempt, {}), {
    failed: t('users.notSignedOutAll'),
    onSuccess: () => {
      showToast('success', t('users.signedOutAll'))
      void queryClient.invalidateQueries({ queryKey: key })
    },
  })
  return (
    <SessionList
      queryKey={key}
      fetch={(signal) => list(`/users/${user.id}/sessions`, undefined, signal)}
      below={
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate(user.id)}>
          {t('users.signOutAll')}
        </Button>
      }
    />
  )
}
