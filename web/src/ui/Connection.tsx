import { Button } from '@mantine/core'
import { IconDatabaseOff, IconRefresh, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { reconnectNow, useConnection } from '../api/realtime'
import { forgetTrouble, type ServerTrouble, useServerTrouble } from '../api/serverTrouble'
import c from './Connection.module.css'
import { clock } from './format'
import { StatePill } from './StatePill'

export function ConnectionPill() {
  const { t } = useTranslation()
  const online = useConnection((state) => state.lostAt === null)
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

/** Says what keeps the server from its work: it answers, but cannot store anything. */
function TroubleBar({ trouble }: { trouble: ServerTrouble }) {
  const { t } = useTranslation()
  return (
    <div className={c.lost} role="alert">
      <IconDatabaseOff size={28} stroke={2} aria-hidden="true" />
      <div>
        <b>{t(`connection.${trouble}`)}</b>
        <span>{t(`connection.${trouble}_text`)}</span>
      </div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={20} stroke={1.9} aria-hidden="true" />}
        onClick={() => {
          forgetTrouble()
          reconnectNow()
        }}
      >
        {t('common.retry')}
      </Button>
    </div>
  )
}

/** Says at once that the server is not reached, and what can still be done. */
export function LostBar() {
  const { t } = useTranslation()
  const { online, lostAt } = useConnection()
  const trouble = useServerTrouble((state) => state.trouble)
  if (online && trouble) return <TroubleBar trouble={trouble} />
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
