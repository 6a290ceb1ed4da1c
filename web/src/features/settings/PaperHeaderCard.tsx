import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Company } from '../../api/model'
import { settingsStale } from '../../data/settings/queries'
import { FormCard } from '../../ui/form/FormCard'
import { TextField } from '../../ui/form/fields'
import { FormRow } from '../../ui/form/Group'
import { SelectField } from '../../ui/form/SelectField'
import { DistrictField } from './DistrictField'

const shown = [
  'commercial_name',
  'legal_name',
  'document_type',
  'document_number',
  'commercial_address',
  'tax_address',
  'ubigeo',
  'phone',
  'email',
] as const

/** Edits the texts at the head of every printed document. */
export function PaperHeaderCard({ company }: { company: Company }) {
  const { t } = useTranslation()
  const start = Object.fromEntries(shown.map((name) => [name, company[name]])) as Pick<
    Company,
    (typeof shown)[number]
  >
  return (
    <FormCard
      key={JSON.stringify(start)}
      title={t('company.house')}
      note={t('company.houseText')}
      entity={{ name: t('company.entity'), feminine: true }}
      start={start}
      save={(_, key, changed) => write('PUT', '/company-info', key, changed)}
      nameOf={(values) => values.commercial_name}
      stale={settingsStale}
    >
      <TextField name="commercial_name" label={t('company.name')} required maxLength={60} />
      <TextField name="legal_name" label={t('company.legal')} maxLength={120} />
      <FormRow wide>
        <SelectField
          name="document_type"
          label={t('company.documentType')}
          options={['RUC', 'DNI'].map((value) => ({ value, label: value }))}
        />
        <TextField
          name="document_number"
          label={t('company.documentNumber')}
          inputMode="numeric"
          maxLength={11}
        />
      </FormRow>
      <TextField name="commercial_address" label={t('company.address')} maxLength={150} />
      <TextField name="tax_address" label={t('company.taxAddress')} maxLength={150} />
      <DistrictField of={company} />
      <FormRow>
        <TextField name="phone" label={t('company.phone')} type="tel" maxLength={30} />
        <TextField name="email" label={t('company.email')} type="email" maxLength={120} />
      </FormRow>
    </FormCard>
  )
}
