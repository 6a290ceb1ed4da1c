/** These functions handle documents that were written by hand: their series, and the kinds that have no other form any more. */
import type { PaymentsConfig } from '../../api/model'
import { today } from '../../ui/format'
import { plusDays } from '../../ui/zone'
import type { Paying } from './paying'

/** A document written by hand while none could be issued electronically. */
export interface Paper {
  /** The series' id; null is the first of its kind. */
  seriesId: number | null
  number: string
  /** The day; null is today. */
  issuedOn: string | null
}

/** Returns the series that a handwritten document of this kind may be of. */
export const paperSeries = (config: PaymentsConfig, typeId: number) =>
  config.contingency_series.filter((series) => series.billing_type_id === typeId)

/** Returns the series of a document written by hand; null where it is issued now. */
export const seriesOfPaper = (
  config: PaymentsConfig,
  { paper, typeId }: Pick<Paying, 'paper' | 'typeId'>,
) => {
  if (!paper) return null
  const all = paperSeries(config, typeId)
  return all.find((series) => series.id === paper.seriesId) ?? all[0] ?? null
}

/** Returns the kinds to choose from: those issued now, and those that only handwritten documents of an earlier regime have. */
export const kindsOf = ({ billing_types, papers_of_before }: PaymentsConfig) => [
  ...billing_types,
  ...(papers_of_before?.billing_types ?? []),
]

/** Returns the last day of a kind that is no longer issued; null for one that is. */
export const lastDayOfPaper = ({ papers_of_before }: PaymentsConfig, typeId: number) =>
  papers_of_before?.billing_types.some((type) => type.id === typeId) ? papers_of_before.until : null

/**
 * Returns the handwritten document that a kind needs when it is no longer issued, dated on its last day at most; a draft of a
 * kind that is issued again is dropped.
 */
export function paperFor(config: PaymentsConfig, now: Paying, typeId: number): Paper | null {
  const until = lastDayOfPaper(config, typeId)
  if (until) return (typeId === now.typeId && now.paper) || { seriesId: null, number: '', issuedOn: until }
  return lastDayOfPaper(config, now.typeId) ? null : now.paper
}

/** Returns the day that decides what is due; null is today, also while a day is typed that no document can have. */
export function dayOfPaper(config: PaymentsConfig, now: Pick<Paying, 'paper' | 'typeId'>): string | null {
  const day = seriesOfPaper(config, now) ? (now.paper?.issuedOn ?? null) : null
  return day && day < today() && day >= plusDays(today(), -config.paper_entry_days) ? day : null
}
