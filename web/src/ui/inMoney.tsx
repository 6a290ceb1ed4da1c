import { symbol } from './currencySymbol'
import { amount, centimos, money } from './format'
import type { Kpi } from './KpiStrip'

/** Returns an amount as a figure of a strip, with its symbol small before it. */
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
