import { useTranslation } from 'react-i18next'
import { useSettings } from '../../data/settings/queries'
import { Failed, Loading } from '../../ui/LoadState'
import { Card, OfficePage } from '../../ui/OfficePage'
import { IdentityServiceCard } from './IdentityServiceCard'
import { PinCard } from './PinCard'
import { PrintingCard } from './PrintingCard'
import { RatesCard } from './RatesCard'
import { RegimeCard } from './RegimeCard'
import { CashCard, ClockCard, LanguageCard, RoomCard, SaleCard, StockCard } from './RuleCards'
import c from './Settings.module.css'
import { SmtpCard } from './SmtpCard'
import { TotpRolesCard } from './TotpRolesCard'

/** Edits the rules of the company. */
export function GlobalScreen() {
  const { t } = useTranslation()
  const settings = useSettings()
  return (
    <OfficePage title={t('global.title')} summary={t('global.summary')}>
      {settings.data ? (
        <div className={c.cards}>
          <div className={c.column}>
            <PinCard isSet={settings.data.pin_set} />
            <TotpRolesCard />
            <SaleCard settings={settings.data} />
            <RoomCard settings={settings.data} />
            <SmtpCard />
          </div>
          <div className={c.column}>
            <RatesCard />
            <RegimeCard />
            <CashCard settings={settings.data} />
            <StockCard settings={settings.data} />
            <ClockCard settings={settings.data} />
            <LanguageCard settings={settings.data} />
            <PrintingCard />
            <IdentityServiceCard />
          </div>
        </div>
      ) : settings.isError ? (
        <Card>
          <Failed title={t('global.failed')} error={settings.error} onRetry={() => void settings.refetch()} />
        </Card>
      ) : (
        <Loading label={t('global.title')} rows={4} height={140} />
      )}
    </OfficePage>
  )
}
