import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { ApiError, isApiError } from '../../../api/errors'
import type { BillingSetup, Company } from '../../../api/model'
import { billingStale } from '../../../data/settings/queries'
import { TimeField } from '../../../ui/form/DateField'
import { FormCard } from '../../../ui/form/FormCard'
import { TextField } from '../../../ui/form/fields'
import { FormRow } from '../../../ui/form/Group'
import { PasswordField } from '../../../ui/form/PasswordField'
import { ChoiceField } from './ChoiceField'
import { asksAnother, missingOf, type ShownGateway, signsMessages, transmissionChoiceOf } from './choices'
import { TransmissionField } from './TransmissionField'

/** Chooses the way that documents are sent, and asks for what that way needs. */
export function GatewayForm({
  setup,
  company,
  onEdited,
}: {
  setup: BillingSetup
  company: Company
  onEdited: (edited: ShownGateway) => void
}) {
  const { t } = useTranslation()
  const { gateway, url, sol_user, boletas, summary_time, alert_email } = setup
  const { apifact_url, token_apifact } = company
  const start = {
    gateway,
    url,
    sol_user,
    sol_password: '',
    boletas,
    summary_time,
    alert_email,
    apifact_url,
    token_apifact,
  }
  return (
    <FormCard
      key={JSON.stringify(start)}
      title={t('billingSetup.which')}
      entity={{ name: t('billingSetup.entity'), feminine: true }}
      start={start}
      save={async (values, key, { apifact_url, token_apifact, ...changed }) => {
        try {
          if (apifact_url !== undefined || token_apifact !== undefined)
            await write('PUT', '/company-info', key, { apifact_url, token_apifact })
          return await write('PUT', '/electronic-billing', key, changed)
        } catch (error) {
          const empty = missingOf(setup, values).map((name) => [name, [t(`billingSetup.empty.${name}`)]])
          throw alsoAt(error, Object.fromEntries(empty))
        }
      }}
      stale={billingStale}
    >
      {(form) => {
        const shown = form.getValues()
        return (
          <>
            <Watch gateway={shown.gateway} unsaved={form.isDirty()} onEdited={onEdited} />
            <TransmissionField demo={setup.demo} />
            <GatewayFields shown={shown} isKept={setup.password_set && !asksAnother(setup, shown)} />
          </>
        )
      }}
    </FormCard>
  )
}

interface FieldsProps {
  shown: Pick<BillingSetup, 'gateway' | 'boletas'>
  /** True when the stored password holds on, so that none has to be given. */
  isKept: boolean
}

/** Asks for what the chosen way needs. */
function GatewayFields({ shown, isKept }: FieldsProps) {
  const { t } = useTranslation()
  const way = transmissionChoiceOf(shown.gateway)
  return (
    <>
      {way === 'SUNAT' ? (
        <ChoiceField
          name="gateway"
          label={t('billingSetup.environment')}
          options={[
            { value: 'SUNAT', label: t('billingSetup.production') },
            { value: 'SUNAT_BETA', label: t('billingSetup.beta') },
          ]}
        />
      ) : null}
      {way === 'OSE' ? (
        <TextField
          name="url"
          label={t('billingSetup.url')}
          description={t('billingSetup.urlText')}
          type="url"
          placeholder="https://"
          maxLength={300}
          required
        />
      ) : null}
      {way === 'PROVIDER' ? <ProviderFields /> : null}
      {signsMessages(shown.gateway) ? <SolFields isKept={isKept} /> : null}
      {/* The provider gets each document at once, and sends the summaries itself. */}
      {way === 'NONE' || way === 'PROVIDER' ? null : (
        <BoletaFields isDaily={shown.boletas === 'DAILY_SUMMARY'} />
      )}
      {way === 'NONE' ? null : (
        <TextField
          name="alert_email"
          label={t('billingSetup.email')}
          description={t('billingSetup.emailText')}
          type="email"
          inputMode="email"
          maxLength={254}
        />
      )}
    </>
  )
}

function ProviderFields() {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        name="apifact_url"
        label={t('company.url')}
        type="url"
        placeholder="https://"
        maxLength={200}
        required
      />
      <TextField
        name="token_apifact"
        label={t('company.token')}
        description={t('company.tokenText')}
        maxLength={500}
        required
      />
    </>
  )
}

/** Asks for the user and the password of SUNAT's service for taxpayers (SOL), or of the OSE. */
function SolFields({ isKept }: { isKept: boolean }) {
  const { t } = useTranslation()
  return (
    <FormRow>
      <TextField
        name="sol_user"
        label={t('billingSetup.user')}
        description={t('billingSetup.userText')}
        maxLength={60}
        required
      />
      <PasswordField
        name="sol_password"
        label={t('billingSetup.password')}
        description={isKept ? t('billingSetup.keepPassword') : t('billingSetup.givePassword')}
        maxLength={100}
        required={!isKept}
      />
    </FormRow>
  )
}

/** Asks whether boletas are sent one by one, or in a summary of the day and at what time. */
function BoletaFields({ isDaily }: { isDaily: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceField
        name="boletas"
        label={t('billingSetup.boletas')}
        options={[
          { value: 'ONE_BY_ONE', label: t('billingSetup.oneByOne') },
          { value: 'DAILY_SUMMARY', label: t('billingSetup.daily') },
        ]}
      />
      {isDaily ? (
        <TimeField
          name="summary_time"
          label={t('billingSetup.summaryTime')}
          description={t('billingSetup.summaryTimeText')}
        />
      ) : null}
    </>
  )
}

/* It tells the cards beside the form its present values. */
function Watch({ gateway, unsaved, onEdited }: ShownGateway & { onEdited: (edited: ShownGateway) => void }) {
  useEffect(() => onEdited({ gateway, unsaved }), [gateway, unsaved, onEdited])
  return null
}

/* Adds the empty fields to a refusal, so that everything is said at once. */
function alsoAt(error: unknown, fields: Record<string, string[]>) {
  if (!isApiError(error) || Object.keys(error.fields).length === 0) return error
  const { status, code, serverMessage, requestId, body } = error
  return new ApiError(status, code, serverMessage, { ...fields, ...error.fields }, requestId, body)
}
