import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../ui/copy'
import { Card } from '../../../ui/OfficePage'
import { showToast } from '../../../ui/toasts'
import c from './Close.module.css'

/** Shows the day as a text to send by WhatsApp. */
export function TextCard({ text }: { text: string }) {
  const { t } = useTranslation()
  const copy = () =>
    void copyText(text).then((done) =>
      done ? showToast('success', t('close.copied')) : showToast('warning', t('close.notCopied')),
    )
  return (
    <Card padded label={t('close.whatsapp')}>
      <h2 className={c.head}>{t('close.whatsapp')}</h2>
      <pre className={c.text}>{text}</pre>
      <div className={c.keys}>
        <Button
          component="a"
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBrandWhatsapp size={20} stroke={1.8} aria-hidden="true" />}
        >
          {t('close.send')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconCopy size={20} stroke={1.8} aria-hidden="true" />}
          onClick={copy}
        >
          {t('close.copy')}
        </Button>
      </div>
    </Card>
  )
}
