import { Button, TagsInput } from '@mantine/core'
import { IconMail, IconSettings } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { write } from '../../../api/client'
import type { CloseOfDayEmail, CloseOfDayMail } from '../../../api/model'
import { reportKeys } from '../../../data/reports/keys'
import { useField } from '../../../ui/form/context'
import { TimeField } from '../../../ui/form/DateField'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { SwitchField } from '../../../ui/form/fields'
import { clock, dateTime, dayText } from '../../../ui/format'
import { InAddress } from '../../../ui/inAddress'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { showToast } from '../../../ui/toasts'
import { useAddress } from '../../../ui/useAddress'
import { useWrite } from '../../../ui/useWrite'
import c from './Close.module.css'
import { useCloseMail } from './queries'

/** Sets whether, when and to whom the close is mailed, and shows the latest e-mails. It is for administrators. */
export function MailCard({ date }: { date: string }) {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const found = useCloseMail(true)
  const mail = found.data
  return (
    <Card padded label={t('close.mail')}>
      <h2 className={c.head}>{t('close.mail')}</h2>
      {mail ? (
        <>
          <p className={c.note}>
            {mail.is_on
              ? t('close.mailOn', { time: mail.send_at, to: mail.recipients.join(', ') })
              : t('close.mailOff')}
          </p>
          {mail.is_on && !mail.mail_server ? (
            <p className={c.warning}>
              {t('close.noServer')} <Link to="/global">{t('close.setServer')}</Link>
            </p>
          ) : null}
          {mail.held_back.length > 0 ? (
            <p className={c.warning}>{t('close.heldBack', { who: mail.held_back.join(', ') })}</p>
          ) : null}
          <div className={c.keys}>
            <Button
              variant="default"
              leftSection={<IconSettings size={20} stroke={1.8} aria-hidden="true" />}
              onClick={() => change({ mail: '1' })}
            >
              {t('close.change')}
            </Button>
            {mail.recipients.length > 0 ? <SendNow date={date} /> : null}
          </div>
          <Mails emails={mail.emails} />
          <InAddress value={true}>
            {params.get('mail') ? (
              <Settings mail={mail} onClose={() => change({ mail: null }, { replace: true })} />
            ) : null}
          </InAddress>
        </>
      ) : found.isError ? (
        <Failed title={t('close.mailFailed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading label={t('close.mail')} rows={2} />
      )}
    </Card>
  )
}

function SendNow({ date }: { date: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const send = useWrite(
    (day: string, attempt) => write('POST', '/close-of-day/send', attempt, { date: day }),
    {
      failed: t('close.sendFailed'),
      onSuccess: (mail) => {
        client.setQueryData(reportKeys.closeMail, mail)
        showToast('success', t('close.underWay', { day: dayText(date) }))
      },
    },
  )
  return (
    <Button
      variant="default"
      loading={send.isPending}
      leftSection={<IconMail size={20} stroke={1.8} aria-hidden="true" />}
      onClick={() => send.mutate(date)}
    >
      {t('close.sendNow')}
    </Button>
  )
}

/* Failed e-mails come first: with ten recipients they would be hidden below the rest. */
const shown = 10
const failedFirst = (emails: CloseOfDayEmail[]) =>
  emails.toSorted((a, b) => Number(b.error !== '') - Number(a.error !== '')).slice(0, shown)

function Mails({ emails }: { emails: CloseOfDayEmail[] }) {
  const { t } = useTranslation()
  if (emails.length === 0) return null
  return (
    <ul className={c.mails} aria-label={t('close.latest')}>
      {failedFirst(emails).map((email) => (
        <li key={`${email.business_day} ${email.email}`} data-bad={email.error !== '' || undefined}>
          <b>{t('close.mailOf', { day: dayText(email.business_day), to: email.email })}</b>
          <span>{stateOf(email, t)}</span>
        </li>
      ))}
    </ul>
  )
}

function stateOf(email: CloseOfDayEmail, t: TFunction): string {
  if (email.sent_at) return t('close.sentAt', { at: dateTime(email.sent_at) })
  if (!email.error) return t('close.waits')
  const again = email.next_at ? t('close.again', { at: clock(email.next_at) }) : t('close.givenUp')
  return `${email.error} ${again}`
}

function Settings({ mail, onClose }: { mail: CloseOfDayMail; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={t('close.mail')}
      entity={{ name: t('close.mail') }}
      isNew={false}
      start={{ is_on: mail.is_on, send_at: mail.send_at, recipients: mail.recipients }}
      save={(values, attempt) => write('PUT', '/close-of-day/settings', attempt, values)}
      stale={[reportKeys.closeMail]}
      onClose={onClose}
    >
      <SwitchField name="is_on" label={t('close.isOn')} description={t('close.isOnText')} />
      <TimeField name="send_at" label={t('close.time')} description={t('close.timeText')} />
      <Recipients suggestions={mail.suggestions} />
    </FormDrawer>
  )
}

function Recipients({ suggestions }: { suggestions: string[] }) {
  const { t } = useTranslation()
  const { value, error, set } = useField<string[]>('recipients')
  return (
    <TagsInput
      label={t('close.recipients')}
      description={t('close.recipientsText')}
      placeholder={value.length === 0 ? t('close.recipientsHint') : undefined}
      data={suggestions}
      value={value}
      error={error}
      onChange={set}
      size="md"
      acceptValueOnBlur
      clearable
      inputMode="email"
    />
  )
}
