import { useTranslation } from 'react-i18next'
import { useWholeCompany } from '../../../data/settings/queries'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { ElectronicCard } from '../ElectronicCard'
import { LogoCard } from '../LogoCard'
import { PaperHeaderCard } from '../PaperHeaderCard'
import c from '../Settings.module.css'
import { SystemCard } from '../SystemCard'
import { TaxesCard } from '../TaxesCard'
import { LicenceCard } from './LicenceCard'

/** Edits the company: its data on documents, on the log-in page, and for the tax authority. */
export function CompanyScreen() {
  const { t } = useTranslation()
  const company = useWholeCompany()
  return (
    <OfficePage title={t('company.title')} summary={t('company.summary')}>
      {company.data ? (
        <div className={c.cards}>
          <div className={c.column}>
            <PaperHeaderCard company={company.data} />
          </div>
          <div className={c.column}>
            <LogoCard company={company.data} />
            <ElectronicCard company={company.data} />
            <TaxesCard company={company.data} />
            <SystemCard company={company.data} />
            <LicenceCard />
          </div>
        </div>
      ) : company.isError ? (
        <Card>
          <Failed title={t('company.failed')} error={company.error} onRetry={() => void company.refetch()} />
        </Card>
      ) : (
        <Loading label={t('company.title')} rows={4} height={140} />
      )}
    </OfficePage>
  )
}
