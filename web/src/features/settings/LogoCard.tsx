import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Company } from '../../api/model'
import { settingsStale } from '../../data/settings/queries'
import { FormCard } from '../../ui/form/FormCard'
import { ImageField } from '../../ui/form/ImageField'

/** Edits the picture on tickets, PDFs and the log-in page. */
export function LogoCard({ company }: { company: Company }) {
  const { t } = useTranslation()
  return (
    <FormCard<{ image: string | File | null }, unknown>
      key={company.logo}
      title={t('company.logo')}
      note={t('company.logoText')}
      entity={{ name: t('company.logoEntity') }}
      start={{ image: company.logo ?? null }}
      save={({ image }, key) =>
        image instanceof File
          ? write('PUT', '/company-info/logo', key, image)
          : write('DELETE', '/company-info/logo', key, {})
      }
      stale={settingsStale}
    >
      <ImageField name="image" label={t('company.logo')} whole />
    </FormCard>
  )
}
