import type { TaxRate } from '../../api/model'
import { businessDay } from '../../ui/format'

export type RateState = 'past' | 'now' | 'future'

/** Which of the rates, the latest first, holds today. */
export function rateStates(rates: readonly TaxRate[], now: number): { rate: TaxRate; state: RateState }[] {
  const today = businessDay(now)
  const holds = rates.find((rate) => rate.valid_from <= today)
  return rates.map((rate) => ({
    rate,
    state: rate.valid_from > today ? 'future' : rate === holds ? 'now' : 'past',
  }))
}
