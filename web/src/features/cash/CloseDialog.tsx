import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog'
import c from '../../widgets/cash/CashDialog.module.css'
import { OpenAccounts } from './OpenAccounts'

interface Props {
  busy: boolean
  onGoOn: () => void
  onFinish: () => void
}

/**
 * Asks before a first count is sent: within the tolerance it closes the box for good. It names the accounts that nobody has paid.
 */
export function CloseDialog({ busy, onGoOn, onFinish }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog label={t('cash.closeQuestion')} onClose={onGoOn}>
      <div className={c.form}>
        <header className={c.head}>
          <h2>{t('cash.closeQuestion')}</h2>
        </header>
        <p className={c.about}>{t('cash.closeQuestionText')}</p>
        <OpenAccounts />
        <Button className={c.go} data-autofocus loading={busy} onClick={onFinish}>
          {t('cash.close')}
        </Button>
        <Button variant="default" className={c.go} onClick={onGoOn}>
          {t('cash.goOnCounting')}
        </Button>
      </div>
    </Dialog>
  )
}
