import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import c from './ConfirmDialog.module.css'
import { Dialog } from './Dialog'

/** Asks once before typed values are lost: Enter, Esc and a tap beside it stay. */
export function UnsavedQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog label={t('unsaved.title')} onClose={onStay}>
      <div className={c.box}>
        <h2>{t('unsaved.title')}</h2>
        <p>{t('unsaved.text')}</p>
        <div className={c.foot}>
          <Button variant="default" onClick={onLeave}>
            {t('unsaved.leave')}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {t('unsaved.stay')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
