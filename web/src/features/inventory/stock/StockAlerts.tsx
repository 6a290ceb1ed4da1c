import { IconAlertTriangle, IconHourglass, IconPackageOff, IconTrendingUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { StockAlert, StockTotals } from '../types'
import c from './StockAlerts.module.css'

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

/** What needs somebody, with how many; each shows only those. */
export function StockAlerts({ totals, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a strip in every browser
    <div className={c.strip} role="group" aria-label={t('stockList.alerts')}>
      {alerts.map(([alert, total, Glyph, tone]) => {
        const count = totals?.[total]
        const on = chosen.includes(alert)
        return (
          <button
            key={alert}
            type="button"
            aria-pressed={on}
            data-tone={count ? tone : 'quiet'}
            onClick={() => onChoose(on ? null : alert)}
          >
            <Glyph size={22} stroke={1.9} aria-hidden="true" />
            <b>{count ?? '–'}</b>
            <span>{t(`stockList.alert.${alert}`, { count: count ?? 0 })}</span>
          </button>
        )
      })}
    </div>
  )
}
