import { Button, PasswordInput } from '@mantine/core'
import { IconAlertTriangle, IconCertificate, IconCheck, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { errorText, fieldErrors } from '../../../api/errors'
import type { BillingSetup } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { billingStale } from '../../../data/settings/queries'
import { ServerForm } from '../../../ui/form/ServerForm'
import { date } from '../../../ui/format'
import { useNow } from '../../../ui/now'
import { Card } from '../../../ui/OfficePage'
import { StatePill } from '../../../ui/StatePill'
import { showToast } from '../../../ui/toasts'
import { useUnsaved } from '../../../ui/useUnsaved'
import { useWrite } from '../../../ui/useWrite'
import { base64 } from '../../../widgets/sheets/files'
import { holderOf, validity } from './choices'
import c from './Setup.module.css'

/** Shows the certificate that signs documents, and a form that takes another one. */
export function CertificateCard({ setup }: { setup: BillingSetup }) {
  const { t } = useTranslation()
  const { certificate } = setup
  const [isOpen, setOpen] = useState(false)
  return (
    <Card padded label={t('billingSetup.certificate')}>
      <header className={c.head}>
        <h2>{t('billingSetup.certificate')}</h2>
        {certificate && !isOpen ? (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('billingSetup.changeCertificate')}
          </Button>
        ) : null}
      </header>
      {certificate ? (
        <Facts certificate={certificate} isOwn={!setup.missing.includes('OWN_CERTIFICATE')} />
      ) : null}
      {isOpen || !certificate ? <Upload onDone={() => setOpen(false)} /> : null}
      <p className={c.foot}>{t('billingSetup.sealed')}</p>
    </Card>
  )
}

const pillIcons = { good: IconCheck, warning: IconAlertTriangle, bad: IconX }

function Facts(props: { certificate: NonNullable<BillingSetup['certificate']>; isOwn: boolean }) {
  const { t } = useTranslation()
  const { subject, ruc, expires_at } = props.certificate
  const now = useNow()
  const holder = holderOf(subject)
  const ends = expires_at ? validity(expires_at, now) : null
  return (
    <div className={c.certificate}>
      <IconCertificate size={28} stroke={1.7} aria-hidden="true" />
      <dl>
        <div className={c.wide}>
          <dt>{t('billingSetup.subject')}</dt>
          <dd title={subject}>
            <span>
              {holder.name}
              {holder.organisation ? <small>{holder.organisation}</small> : null}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t('billingSetup.ruc')}</dt>
          <dd>
            {ruc}
            <StatePill
              tone={props.isOwn ? 'good' : 'bad'}
              icon={props.isOwn ? IconCheck : IconX}
              label={props.isOwn ? t('billingSetup.own') : t('billingSetup.notOwn')}
            />
          </dd>
        </div>
        {expires_at && ends ? (
          <div>
            <dt>{t('billingSetup.expires')}</dt>
            <dd>
              {date(expires_at)}
              <StatePill
                tone={ends.tone}
                icon={pillIcons[ends.tone]}
                label={
                  ends.left < 0 ? t('billingSetup.expired') : t('billingSetup.left', { count: ends.left })
                }
              />
            </dd>
          </div>
        ) : null}
      </dl>
    </div>
  )
}

function Upload({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const unsaved = useUnsaved(file !== null || password !== '', 'page')
  const upload = useWrite(
    (chosen: { pfx: string; password: string }, key) =>
      write('POST', '/electronic-billing/certificate', key, chosen),
    {
      onSuccess: () => {
        for (const queryKey of billingStale) void queryClient.invalidateQueries({ queryKey })
        showToast('success', t('billingSetup.certificateTaken'))
        onDone()
      },
      onError: () => true,
    },
  )
  const at = fieldErrors(upload.error)
  const elsewhere = upload.error && !at.pfx && !at.password ? errorText(upload.error) : undefined
  return (
    <ServerForm
      className={c.upload}
      onSubmit={async (event) => {
        event.preventDefault()
        upload.mutate({ pfx: file ? await base64(file) : '', password })
      }}
    >
      <div className={c.file}>
        <input
          ref={input}
          type="file"
          className="sr"
          tabIndex={-1}
          aria-label={t('billingSetup.file')}
          accept=".pfx,.p12,application/x-pkcs12"
          onChange={(event) => {
            upload.reset()
            setFile(event.currentTarget.files?.[0] ?? null)
          }}
        />
        <button
          type="button"
          aria-describedby={at.pfx ? 'pfx-error' : undefined}
          onClick={() => input.current?.click()}
        >
          <IconCertificate size={24} stroke={1.7} aria-hidden="true" />
          <span>
            <b>{file?.name ?? t('billingSetup.choose')}</b>
            <small>{t('billingSetup.fileText')}</small>
          </span>
        </button>
        {at.pfx || elsewhere ? (
          <p id="pfx-error" role="alert" className={c.wrong}>
            {at.pfx ?? elsewhere}
          </p>
        ) : null}
      </div>
      <PasswordInput
        label={t('billingSetup.certificatePassword')}
        autoComplete="off"
        value={password}
        error={at.password}
        visibilityToggleButtonProps={{ 'aria-label': t('people.showPassword'), tabIndex: 0 }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" variant={file ? 'filled' : 'default'} loading={upload.isPending}>
        {t('billingSetup.take')}
      </Button>
      {unsaved.question}
    </ServerForm>
  )
}
