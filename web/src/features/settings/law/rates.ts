import type { LawFact } from '../../../api/model'
import { quantity } from '../../../ui/format'

/** These are the legal rates of a day, in percent as the server writes them; the lower one ends some day. */
export interface LawRates {
  general?: string
  reduced?: string
}

export function ratesOn(facts: readonly LawFact[], day: string): LawRates {
  const on = (key: LawFact['key']) =>
    facts.find(
      (fact) =>
        fact.key === key && fact.valid_from <= day && (fact.valid_until == null || day <= fact.valid_until),
    )?.percent ?? undefined
  return { general: on('IGV_GENERAL'), reduced: on('IGV_SMALL') }
}

export const percentText = (percent: string) => `${quantity(percent)} %`
