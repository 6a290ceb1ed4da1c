import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import c from './NoticeCard.module.css'

interface Props {
  tone: 'warning' | 'bad' | 'info'
  title?: string
  children: ReactNode
  /** The actions that the notice offers, at most two buttons. */
  actions?: { label: string; busy?: boolean; onDo: () => void }[]
  /** If absent, the notice goes when it is no longer true. */
  onDismiss?: () => void
}

/** A notice that stays until it has been seen or is over. */
export function NoticeCard({ tone, title, children, actions = [], onDismiss }: Props) {
  const { t } = useTranslation()
  const Glyph = tone === 'info' ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={c.notice} data-tone={tone} role="alert">
      <Glyph size={20} stroke={2} aria-hidden="true" />
      <p>
        {title ? <b>{title} </b> : null}
        {children}
      </p>
      {onDismiss ? (
        <button type="button" className={c.close} aria-label={t('common.closeNotice')} onClick={onDismiss}>
          <IconX size={18} aria-hidden="true" />
        </button>
      ) : null}
      {actions.length > 0 ? (
        <div className={c.actions}>
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              className={c.action}
              disabled={action.busy}
              onClick={action.onDo}
            >
              {action.label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
