import {
  IconDeviceDesktop,
  IconDeviceDesktopOff,
  IconPlugConnectedX,
  IconTrash,
  IconWifi,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Agent, Printer } from '../../api/model'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { timeOrDateTime } from '../../ui/format'
import { popItem } from '../../ui/PopMenu'
import { RowMenu } from '../../ui/RowMenu'
import { StatePill } from '../../ui/StatePill'
import c from './AgentCard.module.css'
import { useRevokeAgent } from './mutations'

/** A print PC that is offline for longer (ms) than a restart takes needs somebody to go and look. */
const longMs = 5 * 60_000

/** Shows a print PC: its machine and version, and since when it is or is not heard. */
export function AgentCard({ agent, printers, now }: { agent: Agent; printers: Printer[]; now: number }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeAgent(() => setAsking(false))
  const Glyph = agent.online ? IconDeviceDesktop : IconDeviceDesktopOff
  const since = agent.online ? agent.online_since : agent.last_seen_at
  const long = !agent.online && printers.length > 0 && now - Date.parse(since ?? agent.paired_at) > longMs
  const machine = [agent.machine, agent.platform].filter(Boolean).join(' · ')
  return (
    <article className={c.agent} data-off={!agent.online || undefined}>
      <span className={c.icon}>
        <Glyph size={22} stroke={1.8} aria-hidden="true" />
      </span>
      <div>
        <h2>{agent.name}</h2>
        <p>
          {machine}
          <br />
          {t('printing.agentFacts', { count: printers.length, version: agent.version || '—' })}
          <br />
          {printers.length > 0
            ? t('printing.agentPrinters', { names: printers.map((each) => each.name).join(', ') })
            : t('printing.agentNoPrinters')}
        </p>
        {agent.online ? (
          <StatePill
            tone="good"
            icon={IconWifi}
            label={
              since ? t('printing.onlineSince', { time: timeOrDateTime(since, now) }) : t('connection.online')
            }
          />
        ) : (
          <>
            <StatePill
              tone={long ? 'bad' : 'quiet'}
              icon={IconPlugConnectedX}
              label={
                since
                  ? t('printing.offlineSince', { time: timeOrDateTime(since, now) })
                  : t('printing.agentNever')
              }
            />
            {long && since ? (
              <p className={c.long} role="status">
                {t('printing.agentLong', { time: timeOrDateTime(since, now) })}
              </p>
            ) : null}
          </>
        )}
      </div>
      <RowMenu label={t('printing.actionsOf', { name: agent.name })}>
        <button type="button" className={popItem} onClick={() => setAsking(true)}>
          <IconTrash size={20} stroke={1.8} aria-hidden="true" />
          {t('printing.revoke')}
        </button>
      </RowMenu>
      {asking ? (
        <ConfirmDialog
          title={t('printing.revokeTitle', { name: agent.name })}
          text={t('printing.revokeText')}
          action={t('printing.revoke')}
          busy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(agent.id)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </article>
  )
}
