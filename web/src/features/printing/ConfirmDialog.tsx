import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog'
import c from './ConfirmDialog.module.css'

interface Props {
  title: string
  text: string
  action: string
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once before something that cannot be taken back. */
export function ConfirmDialog({ title, text, action, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={c.box}>
        <h2>{title}</h2>
        <p>{text}</p>
        <div className={c.foot}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={busy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
