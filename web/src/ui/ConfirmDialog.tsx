import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/errors'
import c from './ConfirmDialog.module.css'
import { Dialog } from './Dialog'

interface Props {
  title: string
  text: string
  /** If absent, there is nothing to confirm any more. */
  action?: string
  /** The label in place of "Cancelar". */
  cancel?: string
  /** True where people mostly mean the cancel button, which is then the violet one. */
  mostlyCancelled?: boolean
  busy?: boolean
  /** The dialog shows the error itself: a notice would lie behind it. */
  error?: Error | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks once before something that cannot be undone: Enter, Esc and a tap beside it change nothing. */
export function ConfirmDialog(props: Props) {
  const { title, text, action, cancel, mostlyCancelled, busy, error, onConfirm, onClose } = props
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
          <Button variant={mostlyCancelled ? 'filled' : 'default'} data-autofocus onClick={onClose}>
            {cancel ?? t(action ? 'common.cancel' : 'common.close')}
          </Button>
          {action ? (
            <Button variant={mostlyCancelled ? 'default' : 'filled'} loading={busy} onClick={onConfirm}>
              {action}
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}
