import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconCopy, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Agent, Printer } from '../../api/model'
import { copyText } from '../../ui/copy'
import { Dialog } from '../../ui/Dialog'
import { IconButton } from '../../ui/IconButton'
import { showToast } from '../../ui/toasts'
import { Installers } from './Installers'
import { usePairingCode } from './mutations'
import c from './PairingDialog.module.css'

interface Props {
  agents: Agent[]
  printers: Printer[]
  onClose: () => void
}

/** Shows a code for one computer; it waits until the agent has connected. */
export function PairingDialog({ agents, printers, onClose }: Props) {
  const { t } = useTranslation()
  const pairing = usePairingCode()
  const before = useRef(new Set(agents.map((agent) => agent.id)))
  const asked = useRef(false)
  const ask = pairing.mutate
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    ask(undefined)
  }, [ask])
  const code = pairing.data?.code ?? ''
  const arrived = agents.find((agent) => !before.current.has(agent.id))
  // The address for another computer: this browser may use a name that only works here.
  const server = pairing.data?.server ?? location.origin
  const command = `comanda-agent pair --server ${server} --code`
  const copy = async () => {
    if (await copyText(`${command} ${code}`)) showToast('success', t('printing.pair.copied'))
    else showToast('warning', t('printing.pair.copyFailed'))
  }
  return (
    <Dialog label={t('printing.pair.heading')} onClose={onClose}>
      <div className={c.box}>
        <header className={c.head}>
          <h2>{t('printing.pair.heading')}</h2>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <div className={c.code}>
          <strong role="img" aria-label={t('printing.pair.code', { code: code.split('').join(' ') })}>
            {code ? `${code.slice(0, 3)} ${code.slice(3)}` : '··· ···'}
          </strong>
          {pairing.data ? <TimeLeft until={pairing.data.expires_at} onAgain={() => ask(undefined)} /> : null}
        </div>
        <ol className={c.steps}>
          <li>
            <h3>{t('printing.pair.install')}</h3>
            <div className={c.installers}>
              <Installers />
            </div>
          </li>
          <li>
            <h3>{t('printing.pair.type')}</h3>
            {pairing.data && !pairing.data.reachable ? (
              <p className={c.alone}>
                <IconAlertTriangle size={20} stroke={1.9} aria-hidden="true" />
                {t('printing.pair.alone', { port: new URL(server).port || '80' })}
              </p>
            ) : null}
            <div className={c.command}>
              <code>
                {command} <i>{code}</i>
              </code>
              <button
                type="button"
                data-autofocus
                // One that is off would leave the focus to the cross.
                aria-disabled={!code}
                onClick={() => (code ? void copy() : undefined)}
              >
                <IconCopy size={18} aria-hidden="true" />
                {t('printing.pair.copy')}
              </button>
            </div>
          </li>
        </ol>
        <Waiting agent={arrived} printers={printers} onClose={onClose} />
      </div>
    </Dialog>
  )
}

/** It shows first that it waits, then which agent came and with which printers. */
function Waiting({ agent, printers, onClose }: { agent?: Agent; printers: Printer[]; onClose: () => void }) {
  const { t } = useTranslation()
  const own = printers.filter((printer) => printer.agent_id === agent?.id).map((printer) => printer.name)
  const facts = agent ? [agent.machine, agent.platform, ...own].filter(Boolean).join(' · ') : ''
  return (
    <footer className={c.wait} role="status">
      {agent ? <IconCheck size={26} stroke={2.4} aria-hidden="true" /> : <Loader size={26} />}
      <span>
        <b>{agent ? t('printing.pair.arrived', { name: agent.name }) : t('printing.pair.waiting')}</b>
        <small>{agent ? facts || t('printing.pair.arrivedText') : t('printing.pair.waitingText')}</small>
      </span>
      <Button variant={agent ? 'filled' : 'default'} onClick={onClose}>
        {agent ? t('printing.pair.done') : t('common.cancel')}
      </Button>
    </footer>
  )
}

function TimeLeft({ until, onAgain }: { until: string; onAgain: () => void }) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    setLeft(secondsUntil(until))
    const timer = setInterval(() => setLeft(secondsUntil(until)), 1000)
    return () => clearInterval(timer)
  }, [until])
  return (
    <span>
      <IconClock size={16} stroke={2} aria-hidden="true" />
      {left > 0 ? (
        t('printing.pair.valid', { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })
      ) : (
        <button type="button" className={c.again} onClick={onAgain}>
          {t('printing.pair.again')}
        </button>
      )}
    </span>
  )
}

const secondsUntil = (until: string) => Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000))
