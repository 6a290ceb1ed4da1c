import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { Company, FirstUse } from '../../../api/model'
import { keys } from '../../../api/query'
import { TextField } from '../../../ui/form/fields'
import { FormRow } from '../../../ui/form/Group'
import { Failed, Loading } from '../../../ui/LoadState'
import { DistrictField } from '../DistrictField'
import { settingsStale, useWholeCompany } from '../queries'
import { StepForm } from './StepForm'

/** Who issues the documents, and the cash box that they are collected at. */
export function CompanyStep({ facts }: { facts: FirstUse['facts'] }) {
  const { t } = useTranslation()
  const company = useWholeCompany()
  if (!company.data) {
    return company.isError ? (
      <Failed title={t('company.failed')} error={company.error} onRetry={() => void company.refetch()} />
    ) : (
      <Loading label={t('company.title')} rows={2} />
    )
  }
  const needsCashbox = facts.cashboxes === 0
  const { document_number, commercial_name, legal_name, commercial_address, ubigeo } = company.data
  return (
    <StepForm
      entity={{ name: t('company.entity'), feminine: true }}
      start={{
        document_number,
        commercial_name,
        legal_name,
        commercial_address,
        ubigeo,
        name: needsCashbox ? t('firstUse.company.cashboxDefault') : '',
      }}
      save={async ({ name, ...values }, key) => {
        const saved = await write<Company>('PUT', '/company-info', key, values)
        if (needsCashbox) await write('POST', '/cashboxes', key, { name })
        return saved
      }}
      stale={[...settingsStale, keys.cashboxes]}
      action={t('firstUse.company.save')}
    >
      <FormRow>
        <TextField
          name="document_number"
          label={t('firstUse.company.ruc')}
          inputMode="numeric"
          maxLength={11}
          required
        />
        <TextField name="commercial_name" label={t('firstUse.company.name')} maxLength={60} required />
      </FormRow>
      <TextField name="legal_name" label={t('firstUse.company.legal')} maxLength={120} />
      <FormRow>
        <TextField name="commercial_address" label={t('firstUse.company.address')} maxLength={150} required />
        <DistrictField of={company.data} />
      </FormRow>
      {needsCashbox ? (
        <TextField
          name="name"
          label={t('firstUse.company.cashbox')}
          description={t('firstUse.company.cashboxText')}
          maxLength={40}
          required
        />
      ) : null}
    </StepForm>
  )
}
