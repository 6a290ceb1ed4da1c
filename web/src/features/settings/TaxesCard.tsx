import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { write } from '../../api/client'
import type { Company } from '../../api/model'
import { FormCard } from '../../ui/form/FormCard'
import { SwitchField } from '../../ui/form/fields'
import { quantity } from '../../ui/format'
import { settingsStale } from './queries'
import c from './Settings.module.css'

/** Whether what it sells is taxed, and with how much today. */
export function TaxesCard({ company }: { company: Company }) {
  const { t } = useTranslation()
  return (
    <FormCard
      key={String(company.is_jungle)}
      title={t('company.taxes')}
      note={
        <>
          {t('company.igvNow', { percent: quantity(company.igv) })}{' '}
          <Link className={c.link} to="/global">
            {t('company.igvChange')}
          </Link>
        </>
      }
      entity={{ name: t('company.entity'), feminine: true }}
      start={{ is_jungle: company.is_jungle }}
      save={(values, key) => write('PUT', '/company-info', key, values)}
      stale={settingsStale}
    >
      <SwitchField name="is_jungle" label={t('company.jungle')} description={t('company.jungleText')} />
    </FormCard>
  )
}
