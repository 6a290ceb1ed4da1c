import { Button, Loader } from '@mantine/core'
import { IconCheck, IconClock, IconCopy, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Agent } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { IconButton } from '../../ui/IconButton'
import { showToast } from '../../ui/toasts'
import c from './PairingDialog.module.css'
import { usePairingCode } from './queries'

/** A code for one computer; it waits in place until the agent is there. */
export function PairingDialog({ agents, onClose }: { agents: Agent[]; onClose: () => void }) {
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
  const command = `comanda-agent pair --server ${location.origin} --code ${code}`
  const copy = () => {
    void navigator.clipboard?.writeText(command).then(() => showToast('success', t('printing.pair.copied')))
  }
  return (
    <Dialog label={t('printing.pair.title')} onClose={onClose}>
      <div className={c.box}>
        <header className={c.head}>
          <h2>{t('printing.pair.title')}</h2>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <div className={c.code}>
          <strong aria-label={t('printing.pair.code', { code: code.split('').join(' ') })}>
            {code ? `${code.slice(0, 3)} ${code.slice(3)}` : '··· ···'}
          </strong>
          {pairing.data ? (
            <TimeLeft until={pairing.data.expires_at} onExpired={() => ask(undefined)} />
          ) : null}
        </div>
        <ol className={c.steps}>
          <li>
            <h3>{t('printing.pair.install')}</h3>
            <p>{t('printing.pair.installText')}</p>
          </li>
          <li>
            <h3>{t('printing.pair.type')}</h3>
            <div className={c.command}>
              <code>
                comanda-agent pair --server {location.origin} --code <i>{code}</i>
              </code>
              {navigator.clipboard ? (
                <button type="button" onClick={copy}>
                  <IconCopy size={18} aria-hidden="true" />
                  {t('printing.pair.copy')}
                </button>
              ) : null}
            </div>
          </li>
        </ol>
        <footer className={c.wait} role="status">
          {arrived ? <IconCheck size={26} stroke={2.4} aria-hidden="true" /> : <Loader size={26} />}
          <span>
            <b>{arrived ? t('printing.pair.arrived', { name: arrived.name }) : t('printing.pair.waiting')}</b>
            <small>{arrived ? t('printing.pair.arrivedText') : t('printing.pair.waitingText')}</small>
          </span>
          <Button variant={arrived ? 'filled' : 'default'} onClick={onClose}>
            {arrived ? t('common.ready') : t('common.cancel')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}

function TimeLeft({ until, onExpired }: { until: string; onExpired: () => void }) {
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
        <button type="button" className={c.again} onClick={onExpired}>
          {t('printing.pair.again')}
        </button>
      )}
    </span>
  )
}

const secondsUntil = (until: string) =>
  Math.max(0, Math.round((new Date(until).getTime() - Date.now()) / 1000))
