import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import type { GuessLock } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { peopleKeys } from '../../../data/people/keys'
import { timeOrDateTime } from '../../../ui/format'
import { useNow } from '../../../ui/now'
import { Card } from '../../../ui/OfficePage'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import c from './UserButtons.module.css'

/** Lists the locks after wrong guesses: user, end, and a way to lift each. It shows nothing when there are none. */
export function Locks() {
  const { t } = useTranslation()
  const now = useNow()
  const locks = useQuery({
    queryKey: peopleKeys.pinLocks,
    queryFn: ({ signal }) => list('/pin-locks', undefined, signal),
    refetchInterval: 60_000,
  })
  const lift = useWrite((id: number, attempt) => write('DELETE', `/pin-locks/${id}`, attempt, {}), {
    failed: t('locks.notLifted'),
    onSuccess: () => {
      showToast('success', t('locks.lifted'))
      void queryClient.invalidateQueries({ queryKey: peopleKeys.pinLocks })
    },
  })
  const rows = locks.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Card padded label={t('locks.title')}>
      <ul className={c.list}>
        {rows.map((lock) => (
          <li key={lock.id} className={c.lock}>
            <IconLock size={22} stroke={1.9} aria-hidden="true" />
            <span>
              <b>{lockText(t, lock)}</b>
              <span>{t('locks.until', { until: timeOrDateTime(lock.locked_until, now) })}</span>
            </span>
            <Button
              variant="default"
              disabled={lift.isPending}
              aria-label={t('locks.liftOf', { what: lockText(t, lock) })}
              onClick={() => lift.mutate(lock.id)}
            >
              {t('locks.lift')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function lockText(t: TFunction, { kind, user }: GuessLock) {
  if (kind === 'ASKER') return t('locks.asker', { user })
  if (kind === 'SECOND_FACTOR') return t('locks.secondFactor', { user })
  return user ? t('locks.pinOf', { user }) : t('locks.companyPin')
}
