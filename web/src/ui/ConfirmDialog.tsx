import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/errors'
import c from './ConfirmDialog.module.css'
import { Dialog } from './Dialog'

interface Props {
  title: string
  text: string
  action: string
  /** The label in place of "Cancelar". */
  cancel?: string
  busy?: boolean
  /** The dialog shows the error itself: a notice would lie behind it. */
  error?: Error | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks once before something that cannot be undone: Enter, Esc and a tap beside it change nothing. */
export function ConfirmDialog({ title, text, action, cancel, busy, error, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={c.box}>
        <h2>{title}</h2>
        {text ? <p>{text}</p> : null}
        {error ? (
          <p className={c.error} role="alert">
            {errorText(error)}
          </p>
        ) : null}
        <div className={c.foot}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {cancel ?? t('common.cancel')}
          </Button>
          <Button loading={busy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
