import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import type { OwnSession } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { useWrite } from '../../../api/useWrite'
import { when } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { useNow } from '../../../ui/now'
import { Card } from '../../../ui/OfficePage'
import { showToast } from '../../../ui/toasts'
import { deviceName } from './device'
import c from './SessionsCard.module.css'

const key = ['profile', 'sessions'] as const

/** Where one is signed in, and how to sign out there. */
export function SessionsCard() {
  const { t } = useTranslation()
  const sessions = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => list<OwnSession>('/profile/sessions', undefined, signal),
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
        void queryClient.invalidateQueries({ queryKey: key })
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
            <Row
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Row({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation()
  const now = useNow()
  const device = deviceName(session.device)
  const Glyph =
    device && ['Android', 'iPhone', 'iPad'].includes(device.system) ? IconDeviceMobile : IconDeviceDesktop
  const name = device ? t('account.device', device) : t('account.unknownDevice')
  return (
    <li className={c.row}>
      <span className={c.sign}>
        <Glyph size={22} stroke={1.8} aria-hidden="true" />
      </span>
      <span className={c.two}>
        <b>{name}</b>
        <span>
          {t('account.since', { since: when(session.created_at, now) })}
          {session.current ? null : ` · ${t('account.seen', { seen: when(session.last_seen_at, now) })}`}
        </span>
      </span>
      {session.current ? (
        <span className={c.here}>{t('account.here')}</span>
      ) : (
        <Button
          variant="default"
          disabled={busy}
          aria-label={t('account.signOutOf', { name })}
          onClick={onEnd}
        >
          {t('account.signOut')}
        </Button>
      )}
    </li>
  )
}
