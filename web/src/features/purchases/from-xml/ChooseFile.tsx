import { TextInput } from '@mantine/core'
import { IconAlertTriangle, IconFileTypeXml, IconQrcode } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/OfficePage'
import c from './FromXml.module.css'
import type { FromXmlState } from './useFromXml'

/** Takes a file that is chosen or dropped, or scans the QR code of a printed document. */
export function ChooseFile({ work }: { work: FromXmlState }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [qr, setQr] = useState('')
  return (
    <Card padded label={t('purchases.xml.chooseFile')}>
      <div className={c.choose}>
        <input
          ref={input}
          type="file"
          className="sr"
          tabIndex={-1}
          aria-label={t('purchases.xml.chooseFile')}
          accept=".xml,.zip,text/xml,application/xml,application/zip"
          onChange={(event) => {
            work.readFile(event.currentTarget.files?.[0])
            // The input is emptied so that the same file may be chosen again.
            event.currentTarget.value = ''
          }}
        />
        <button
          type="button"
          className={c.drop}
          data-over={over || undefined}
          disabled={work.isReading}
          onClick={() => input.current?.click()}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            work.readFile(event.dataTransfer.files[0])
          }}
        >
          <IconFileTypeXml size={36} stroke={1.6} aria-hidden="true" />
          <b>{work.isReading ? t('purchases.xml.reading') : t('purchases.xml.choose')}</b>
          <span>{t('purchases.xml.chooseText')}</span>
        </button>
        {work.error ? (
          <p className={c.failed} role="alert">
            <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
            <span>{work.error}</span>
          </p>
        ) : null}
        <TextInput
          label={t('purchases.xml.qr')}
          description={t('purchases.xml.qrText')}
          leftSection={<IconQrcode size={20} stroke={1.8} aria-hidden="true" />}
          autoComplete="off"
          value={qr}
          onChange={(event) => setQr(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || qr.trim() === '') return
            work.readQr(qr.trim())
            setQr('')
          }}
        />
      </div>
    </Card>
  )
}
