import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Company } from '../../api/model'
import { FormCard } from '../../ui/form/FormCard'
import { SwitchField, TextField } from '../../ui/form/fields'
import { settingsStale } from './queries'

/** How documents reach the tax authority. */
export function ElectronicCard({ company }: { company: Company }) {
  const { t } = useTranslation()
  const { is_electronic_invoice, apifact_url, token_apifact, correlative } = company
  const start = { is_electronic_invoice, apifact_url, token_apifact, correlative }
  return (
    <FormCard
      key={JSON.stringify(start)}
      title={t('company.electronic')}
      note={t('company.electronicText')}
      entity={{ name: t('company.entity'), feminine: true }}
      start={start}
      save={(_, key, changed) => write('PUT', '/company-info', key, changed)}
      stale={settingsStale}
    >
      <SwitchField
        name="is_electronic_invoice"
        label={t('company.isElectronic')}
        description={t('company.isElectronicText')}
      />
      <TextField
        name="apifact_url"
        label={t('company.url')}
        type="url"
        placeholder="https://"
        maxLength={200}
      />
      <TextField
        name="token_apifact"
        label={t('company.token')}
        description={t('company.tokenText')}
        maxLength={500}
      />
      <TextField name="correlative" label={t('company.correlative')} maxLength={20} />
    </FormCard>
  )
}
