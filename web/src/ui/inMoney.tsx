import { symbol } from './currencySymbol'
import { amount, centimos, money } from './format'
import type { Kpi } from './KpiStrip'

/** An amount as a figure of a strip: its symbol stands small before it. */
export function inMoney(text: string): Pick<Kpi, 'value' | 'shown'> {
  const value = centimos(text)
  return {
    value: money(value),
    shown: (
      <>
        <small>{symbol()}</small>
        {amount(value)}
      </>
    ),
  }
}
