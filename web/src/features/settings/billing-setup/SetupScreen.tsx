import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBillingSetup, useWholeCompany } from '../../../data/settings/queries'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { DemoNotice } from '../../../widgets/documents/DemoNotice'
import { CertificateCard } from './CertificateCard'
import { type ShownGateway, signsMessages } from './choices'
import { GatewayForm } from './GatewayForm'
import { PaperNotice } from './PaperNotice'
import c from './Setup.module.css'
import { StateCard } from './StateCard'
import { SwitchCard } from './SwitchCard'

/** Sets up how boletas and facturas reach the tax authority: the way, the certificate, and a trial. */
export function SetupScreen({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const setup = useBillingSetup()
  const company = useWholeCompany()
  const [edited, setEdited] = useState<ShownGateway | null>(null)
  const failed = setup.isError ? setup : company
  return (
    <OfficePage title={t('billingSetup.title')} summary={t('billingSetup.summary')}>
      {tabs}
      <DemoNotice />
      {setup.data && company.data ? (
        <>
          {setup.data.issues_on_paper ? <PaperNotice /> : null}
          {setup.data.secrets_lost ? (
            <p className={c.notice} data-tone="bad" role="alert">
              {t('billingSetup.lost')}
            </p>
          ) : null}
          <div className={c.page}>
            <div className={c.column}>
              <GatewayForm setup={setup.data} company={company.data} onEdited={setEdited} />
              {signsMessages(edited?.gateway ?? setup.data.gateway) ? (
                <CertificateCard setup={setup.data} />
              ) : null}
            </div>
            <div className={c.column}>
              {/* The result of a trial is about the saved values only, so it is hidden while others are typed. */}
              <StateCard
                key={`${edited?.unsaved} ${setup.data.certificate?.subject}`}
                setup={setup.data}
                edited={edited?.unsaved ? edited : null}
              />
              <SwitchCard setup={setup.data} />
            </div>
          </div>
        </>
      ) : failed.isError ? (
        <Card>
          <Failed
            title={t('billingSetup.failed')}
            error={failed.error}
            onRetry={() => void Promise.all([setup.refetch(), company.refetch()])}
          />
        </Card>
      ) : (
        <Loading label={t('billingSetup.title')} rows={3} height={160} />
      )}
    </OfficePage>
  )
}
