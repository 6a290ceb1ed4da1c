import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dialogWarning, goButton, secondButton } from '../../../ui/DialogForm'
import c from './TotpSteps.module.css'

/** Shows the recovery codes, once: they are written down or saved as a file. */
export function CodeSheet({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const keep = () => {
    const file = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = file
    link.download = t('totp.file')
    link.click()
    URL.revokeObjectURL(file)
  }
  return (
    <div className={c.step}>
      <p className={dialogWarning} role="status">
        <IconAlertTriangle size={18} stroke={2} aria-hidden="true" />
        {t('totp.keepText')}
      </p>
      <ul className={c.codes} aria-label={t('totp.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button
        variant="default"
        className={secondButton}
        leftSection={<IconDownload size={20} stroke={2} aria-hidden="true" />}
        onClick={keep}
      >
        {t('totp.download')}
      </Button>
      <Button className={goButton} onClick={onDone}>
        {t('totp.kept')}
      </Button>
    </div>
  )
}
