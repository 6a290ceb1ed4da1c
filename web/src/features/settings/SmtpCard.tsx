import { Button, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { get, write } from '../../api/client'
import { errorText } from '../../api/errors'
import type { SmtpSettings } from '../../api/model'
import { peopleKeys } from '../../data/people/keys'
import { useUser } from '../../session/session'
import { FormCard } from '../../ui/form/FormCard'
import { TextField } from '../../ui/form/fields'
import { FormRow } from '../../ui/form/Group'
import { PasswordField } from '../../ui/form/PasswordField'
import { SelectField } from '../../ui/form/SelectField'
import { ServerForm } from '../../ui/form/ServerForm'
import { Failed, Loading } from '../../ui/LoadState'
import { Card } from '../../ui/OfficePage'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'
import c from './SmtpCard.module.css'

/** Sets up the company's mail server, and sends an e-mail to try it. It is for administrators. */
export function SmtpCard() {
  const { t } = useTranslation()
  const smtp = useQuery({
    queryKey: peopleKeys.smtp,
    queryFn: ({ signal }) => get('/smtp', undefined, signal),
  })
  if (smtp.data) return <Form settings={smtp.data} key={JSON.stringify(smtp.data)} />
  return (
    <Card padded label={t('mail.title')}>
      {smtp.isError ? (
        <Failed title={t('mail.failed')} error={smtp.error} onRetry={() => void smtp.refetch()} />
      ) : (
        <Loading label={t('mail.title')} rows={3} />
      )}
    </Card>
  )
}

function Form({ settings }: { settings: SmtpSettings }) {
  const { t } = useTranslation()
  return (
    <>
      <FormCard
        title={t('mail.title')}
        note={settings.host ? t('mail.on') : t('mail.off', { folder: settings.outbox })}
        entity={{ name: t('mail.entity') }}
        start={{
          host: settings.host,
          port: String(settings.port),
          security: settings.security,
          username: settings.username,
          password: '',
          sender: settings.sender,
          public_url: settings.public_url || window.location.origin,
        }}
        save={({ port, ...values }, attempt) =>
          write('PUT', '/smtp', attempt, { ...values, port: Number(port) || 0 })
        }
        stale={[peopleKeys.smtp]}
      >
        <FormRow>
          <TextField
            name="host"
            label={t('mail.host')}
            description={t('mail.hostText')}
            placeholder="smtp.gmail.com"
          />
          <TextField
            name="port"
            label={t('mail.port')}
            description={t('mail.portText')}
            inputMode="numeric"
          />
        </FormRow>
        <SelectField
          name="security"
          label={t('mail.security')}
          options={(['STARTTLS', 'TLS', 'NONE'] as const).map((value) => ({
            value,
            label: t(`mail.securities.${value}`),
          }))}
        />
        <FormRow>
          <TextField name="username" label={t('mail.username')} />
          <PasswordField
            name="password"
            label={t('people.password')}
            description={settings.password_set ? t('mail.keepPassword') : t('mail.passwordText')}
          />
        </FormRow>
        <TextField
          name="sender"
          label={t('mail.sender')}
          description={t('mail.senderText')}
          placeholder="La Terraza <caja@laterraza.pe>"
        />
        <TextField name="public_url" label={t('mail.publicUrl')} description={t('mail.publicUrlText')} />
      </FormCard>
      <TestLetter />
    </>
  )
}

/** Sends an e-mail by the saved settings, and says at once whether it went. */
function TestLetter() {
  const { t } = useTranslation()
  const user = useUser()
  const [to, setTo] = useState(user.email ?? '')
  const test = useWrite((address: string, attempt) => write('POST', '/smtp/test', attempt, { to: address }), {
    onSuccess: (sent) => showToast('success', t('mail.tested'), sent.to),
    onError: () => true,
  })
  return (
    <Card padded label={t('mail.test')}>
      <ServerForm
        className={c.test}
        onSubmit={(event) => {
          event.preventDefault()
          test.mutate(to.trim())
        }}
      >
        <TextInput
          label={t('mail.testTo')}
          type="email"
          inputMode="email"
          value={to}
          error={test.error ? errorText(test.error) : undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={test.isPending}
          leftSection={<IconMail size={20} stroke={1.8} aria-hidden="true" />}
        >
          {t('mail.test')}
        </Button>
      </ServerForm>
      {test.data ? (
        <p className={c.result} role="status">
          {test.data.file
            ? t('mail.inOutbox', { file: test.data.file })
            : t('mail.handedOver', { to: test.data.to })}
        </p>
      ) : null}
    </Card>
  )
}
