import { useTranslation } from 'react-i18next'
import { useRegimes } from '../../data/settings/queries'
import { DatedChangesCard } from './DatedChangesCard'
import { RegimeDialog } from './RegimeDialog'

/** Lists the tax regimes of the company, by the day on which each begins. */
export function RegimeCard() {
  const { t } = useTranslation()
  const regimes = useRegimes()
  const latest = regimes.data?.rows[0]?.regime ?? 'GENERAL'
  const wanted = latest === 'GENERAL' ? 'NUEVO_RUS' : 'GENERAL'
  return (
    <DatedChangesCard
      title={t('global.regime')}
      text={t('global.regimeText')}
      changes={regimes}
      failedTitle={t('global.regimeFailed')}
      firstName={t('global.regimes.GENERAL')}
      nameOf={(change) => t(`global.regimes.${change.regime}`)}
      path="/tax-regimes"
      action={t(`global.regimeTo.${wanted}`)}
      dialog={(close) => <RegimeDialog regime={wanted} onClose={close} />}
    />
  )
}
