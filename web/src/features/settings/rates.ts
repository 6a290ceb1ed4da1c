import type { TaxRate } from '../../api/model'

export type RateState = 'past' | 'now' | 'future'

/** Which of the rates, the latest first, holds today. */
export function rateStates(rates: readonly TaxRate[], now: number): { rate: TaxRate; state: RateState }[] {
  const at = new Date(now)
  const today = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
  const holds = rates.find((rate) => rate.valid_from <= today)
  return rates.map((rate) => ({
    rate,
    state: rate.valid_from > today ? 'future' : rate === holds ? 'now' : 'past',
  }))
}
