import { cashKeys } from '../cash/keys'

const all = [...cashKeys.all, 'documents'] as const

export const billingKeys = {
  /** The events of documents make all of these stale. */
  all,
  documents: (filter: unknown) => [...all, filter] as const,
  counters: (filter: unknown) => [...all, 'counters', filter] as const,
  one: (id: number) => [...all, 'one', id] as const,
  notes: (filter: unknown) => [...all, 'notes', filter] as const,
  noteCounters: (filter: unknown) => [...all, 'noteCounters', filter] as const,
  note: (id: number) => [...all, 'note', id] as const,
  batches: (page: number) => [...all, 'batches', page] as const,
  reissueQuote: (id: number) => [...all, 'reissueQuote', id] as const,
  debitQuote: (id: number, reason: string, amount: string) =>
    [...all, 'debitQuote', id, reason, amount] as const,
  creditQuote: (id: number, lines: string) => [...all, 'creditQuote', id, lines] as const,
}
