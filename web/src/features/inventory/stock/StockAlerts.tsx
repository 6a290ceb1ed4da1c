import { IconAlertTriangle, IconHourglass, IconPackageOff, IconTrendingUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { StockAlert, StockTotals } from '../../../data/inventory/types'
import { AlertStrip } from '../../../widgets/figures/AlertStrip'

const alerts = [
  ['BELOW_MINIMUM', 'below_minimum', IconAlertTriangle, 'warning'],
  ['NEGATIVE', 'negative', IconPackageOff, 'bad'],
  ['PRICE_RISE', 'price_rise', IconTrendingUp, 'warning'],
  ['IDLE', 'idle', IconHourglass, 'quiet'],
] as const

interface Props {
  totals: StockTotals | undefined
  chosen: string[]
  onChoose: (alert: StockAlert | null) => void
}

/** Shows the alerts of the stock as filters. */
export function StockAlerts({ totals, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    <AlertStrip
      kinds={alerts}
      totals={totals}
      words={(key, count) => t(`stockList.alert.${key}`, { count })}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}
