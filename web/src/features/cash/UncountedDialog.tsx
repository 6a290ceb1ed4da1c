import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog'
import c from './CashDialog.module.css'

interface Props {
  names: string[]
  busy: boolean
  onGoOn: () => void
  onFinish: () => void
}

/** Not counted is not zero: asked once before it is taken as such. */
export function UncountedDialog({ names, busy, onGoOn, onFinish }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog label={t('cash.stillToCount')} onClose={onGoOn}>
      <div className={c.form}>
        <header className={c.head}>
          <h2>{t('cash.stillToCount')}</h2>
        </header>
        <p className={c.about}>
          <b>{names.join(', ')}</b>
          <br />
          {t('cash.stillToCountText')}
        </p>
        <Button className={c.go} onClick={onGoOn}>
          {t('cash.goOnCounting')}
        </Button>
        <Button variant="default" className={c.go} loading={busy} onClick={onFinish}>
          {t('cash.finishWithZero')}
        </Button>
      </div>
    </Dialog>
  )
}
