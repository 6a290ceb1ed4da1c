import { Button, TextInput } from '@mantine/core'
import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../api/errors'
import type { Transmission } from '../../api/model'
import { type DocumentRef, useMailDocument } from '../../data/billing/queries'
import { useCompany } from '../../data/settings/company'
import { DialogForm, goButton } from '../../ui/DialogForm'
import { dateTime } from '../../ui/format'
import { showToast } from '../../ui/toasts'
import c from '../../widgets/documents/DocumentSheet.module.css'

interface Props {
  which: DocumentRef
  number: string
  transmission: Transmission | null | undefined
  /** The address where anybody can read the document; null where the company set none. */
  address: string | null | undefined
  mails: boolean
  /** Additional actions. */
  children?: ReactNode
}

/** The foot of a sheet: it sends the document by mail or WhatsApp, and holds further actions. */
export function SendDocumentBar({ which, number, transmission, address, mails, children }: Props) {
  const { t } = useTranslation()
  const [mailing, setMailing] = useState(false)
  const house = useCompany().data?.commercial_name ?? ''
  if (!mails && !children) return null
  const shown = address ?? (transmission ? `${location.origin}/c/${transmission.token}` : '')
  const text = t('documentSheet.whatsappText', { document: number, house, address: shown })
  return (
    <footer className={c.foot} data-toast-above>
      {mails && transmission?.mail_to ? (
        <p className={c.note} data-bad={transmission.mail_error ? true : undefined}>
          {transmission.mail_error ||
            (transmission.mailed_at
              ? t('documentSheet.mailed', {
                  email: transmission.mail_to,
                  at: dateTime(transmission.mailed_at),
                })
              : t('documentSheet.mailing', { email: transmission.mail_to }))}
        </p>
      ) : null}
      {mails ? (
        <>
          <Button
            variant="default"
            leftSection={<IconMail size={20} stroke={1.8} aria-hidden="true" />}
            onClick={() => setMailing(true)}
          >
            {t('documentSheet.mail')}
          </Button>
          <Button
            variant="default"
            component="a"
            href={`https://wa.me/?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconBrandWhatsapp size={20} stroke={1.8} aria-hidden="true" />}
          >
            {t('documentSheet.whatsapp')}
          </Button>
        </>
      ) : null}
      {children}
      {mailing ? (
        <MailDialog
          which={which}
          number={number}
          start={transmission?.mail_to ?? ''}
          onClose={() => setMailing(false)}
        />
      ) : null}
    </footer>
  )
}

interface MailProps {
  which: DocumentRef
  number: string
  start: string
  onClose: () => void
}

function MailDialog({ which, number, start, onClose }: MailProps) {
  const { t } = useTranslation()
  const [email, setEmail] = useState(start)
  // An empty field sends to the client's own address; an address that somebody removed must not be used.
  const isMissing = start !== '' && email.trim() === ''
  const mail = useMailDocument(which, (to) => {
    showToast('success', t('documentSheet.mailAsked', { email: to }))
    onClose()
  })
  return (
    <DialogForm
      title={t('documentSheet.mailTitle', { document: number })}
      text={t('documentSheet.mailText')}
      onClose={onClose}
      holds={email}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isMissing) mail.mutate(email)
      }}
    >
      <TextInput
        data-autofocus
        name="email"
        type="email"
        label={t('documentSheet.mailField')}
        placeholder="ana@ejemplo.pe"
        value={email}
        error={isMissing ? t('documentSheet.mailMissing') : fieldErrors(mail.error).email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" className={goButton} loading={mail.isPending}>
        {t('documentSheet.mailGo')}
      </Button>
    </DialogForm>
  )
}
