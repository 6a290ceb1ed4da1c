import { Button } from '@mantine/core'
import { IconRefresh, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { reconnectNow, useConnection } from '../api/realtime'
import c from './Connection.module.css'
import { clock } from './format'
import { StatePill } from './StatePill'

export function ConnectionPill() {
  const { t } = useTranslation()
  const online = useConnection((state) => state.online)
  return (
    <span className={c.pill}>
      {online ? (
        <StatePill filled tone="good" icon={IconWifi} label={t('connection.online')} />
      ) : (
        <StatePill filled tone="bad" icon={IconWifiOff} label={t('connection.offline')} />
      )}
    </span>
  )
}

/** Says at once that the server is not heard, and what can still be done. */
export function LostBar() {
  const { t } = useTranslation()
  const { online, lostAt } = useConnection()
  if (online || !lostAt) return null
  return (
    <div className={c.lost} role="alert">
      <IconWifiOff size={28} stroke={2} aria-hidden="true" />
      <div>
        <b>{t('connection.lostSince', { time: clock(lostAt) })}</b>
        <span>{t('connection.lostText')}</span>
      </div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={20} stroke={1.9} aria-hidden="true" />}
        onClick={reconnectNow}
      >
        {t('common.retry')}
      </Button>
    </div>
  )
}
