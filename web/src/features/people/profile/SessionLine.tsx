import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionShown } from '../../../api/model'
import { timeOrDateTime } from '../../../ui/format'
import { useNow } from '../../../ui/now'
import { deviceName } from './device'
import c from './SessionLine.module.css'

/** Names the browser and system of a session. */
export function sessionName(t: TFunction, session: SessionShown) {
  const device = deviceName(session.device)
  return device ? t('account.device', device) : t('account.unknownDevice')
}

/** Shows one session of a user, with its actions at the end. */
export function SessionLine(props: { session: SessionShown; who?: boolean; children?: ReactNode }) {
  const { session, who, children } = props
  const { t } = useTranslation()
  const now = useNow()
  const device = deviceName(session.device)
  const Glyph =
    device && ['Android', 'iPhone', 'iPad'].includes(device.system) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={c.row}>
      <span className={c.sign}>
        <Glyph size={22} stroke={1.8} aria-hidden="true" />
      </span>
      <span className={c.two}>
        <b>{who ? session.user : sessionName(t, session)}</b>
        <span>
          {who ? `${sessionName(t, session)} · ` : null}
          {session.address ? `${session.address} · ` : null}
          {t('account.since', { since: timeOrDateTime(session.created_at, now) })}
          {session.current
            ? null
            : ` · ${t('account.seen', { seen: timeOrDateTime(session.last_seen_at, now) })}`}
        </span>
        {session.trusted || session.current ? (
          <span className={c.marks}>
            {session.current ? <span className={c.here}>{t('account.here')}</span> : null}
            {session.trusted ? <span className={c.trusted}>{t('account.trusted')}</span> : null}
          </span>
        ) : null}
      </span>
      {children}
    </li>
  )
}
