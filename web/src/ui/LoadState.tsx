import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText, isApiError } from '../api/errors'
import c from './LoadState.module.css'

/** Says what could not be fetched and that nothing changed, and offers to try again. */
export function Failed({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  const requestId = isApiError(error) ? error.requestId : null
  return (
    <div className={c.failed} role="alert">
      <span className={c.icon}>
        <IconCloudOff size={36} stroke={1.8} aria-hidden="true" />
      </span>
      <h2>{title}</h2>
      <p>{errorText(error)}</p>
      <Button leftSection={<IconRefresh size={20} stroke={2} aria-hidden="true" />} onClick={onRetry}>
        {t('common.retry')}
      </Button>
      {requestId ? (
        <p className={c.request}>
          {t('common.supportCode')} <code>{requestId}</code>
        </p>
      ) : null}
    </div>
  )
}

/** Shows grey shapes while content loads; they fade downwards. */
export function Loading({ label, rows = 6, height = 56 }: { label: string; rows?: number; height?: number }) {
  return (
    <div className={c.loading} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} style={{ height, opacity: 1 - row / (rows + 1) }} />
      ))}
    </div>
  )
}

export function Empty({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children?: React.ReactNode
}) {
  return (
    <div className={c.empty}>
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  )
}
