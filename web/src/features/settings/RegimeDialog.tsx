import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { ListedRegime } from '../../api/model'
import { today } from '../../ui/format'
import { DatedChangeDialog } from './DatedChangeDialog'

/* A regime usually changes with a month. */
const nextMonth = (day: string) => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

/** Asks from which day on the company sells under another regime. */
export function RegimeDialog({ regime, onClose }: { regime: ListedRegime['regime']; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <DatedChangeDialog
      title={t(`global.regimeTo.${regime}`)}
      text={t(`global.regimeWarning.${regime}`)}
      action={t('global.regimeChange')}
      start={nextMonth(today())}
      min={today()}
      save={(valid_from, key) => write('POST', '/tax-regimes', key, { valid_from, regime })}
      onClose={onClose}
    />
  )
}
