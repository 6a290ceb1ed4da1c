import { Button } from '@mantine/core'
import { IconArrowRight, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../../../api/realtime'
import c from './MoveSteps.module.css'
import { moveError } from './mutations'
import { splitName } from './useTables'

interface Step {
  label: string
  /** The choice of this step; null while it is missing. */
  value: string | null
  onClear?: () => void
}

/** Shows the chosen origin and destination; a tap on a step undoes its choice. */
export function MoveTrail({ steps }: { steps: Step[] }) {
  const { t } = useTranslation()
  return (
    <ol className={c.trail}>
      {steps.map((step, index) => (
        <li key={step.label}>
          {index > 0 ? <IconArrowRight size={20} className={c.arrow} aria-hidden="true" /> : null}
          {step.value && step.onClear ? (
            <button
              type="button"
              className={c.step}
              data-chosen
              aria-label={t('options.change', { what: step.label, value: step.value })}
              onClick={step.onClear}
            >
              <span>{step.label}</span>
              <Chosen value={step.value} />
              <IconX size={18} aria-hidden="true" />
            </button>
          ) : (
            <span className={c.step} data-chosen={step.value ? true : undefined}>
              <span>{step.label}</span>
              {step.value ? <Chosen value={step.value} /> : <b>{t('options.missing')}</b>}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Shows the chosen table or command, and its room. */
function Chosen({ value }: { value: string }) {
  const { table, room } = splitName(value)
  return (
    <>
      <b>{table}</b>
      {room ? <small>· {room}</small> : null}
    </>
  )
}

const reasons = ['asked', 'space', 'mistake'] as const

interface FootProps {
  reason: string
  onReason: (reason: string) => void
  /** The label of the button; null while something is missing. */
  action: string | null
  busy: boolean
  error: unknown
  onGo: () => void
  children?: ReactNode
}

/** Shows the result, the reason and the button; an error stays here. */
export function MoveFoot({ reason, onReason, action, busy, error, onGo, children }: FootProps) {
  const { t } = useTranslation()
  const online = useConnection((state) => state.online)
  if (!action) return null
  return (
    <footer className={c.foot}>
      {children}
      {error ? (
        <p className={c.error} role="alert">
          {moveError(error)}
        </p>
      ) : null}
      <div className={c.why}>
        {reasons.map((key) => {
          const text = t(`options.reason.${key}`)
          return (
            <button
              key={key}
              type="button"
              className={c.chip}
              aria-pressed={reason === text}
              onClick={() => onReason(reason === text ? '' : text)}
            >
              {text}
            </button>
          )
        })}
        <input
          className={c.note}
          aria-label={t('options.reason.label')}
          placeholder={t('options.reason.label')}
          maxLength={200}
          value={reasons.some((key) => t(`options.reason.${key}`) === reason) ? '' : reason}
          onChange={(event) => onReason(event.target.value)}
        />
      </div>
      <Button className={c.go} loading={busy} disabled={!online} onClick={onGo}>
        {online ? action : t('options.offline')}
      </Button>
    </footer>
  )
}
