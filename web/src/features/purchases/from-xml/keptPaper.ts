/** A supplier's document with the answers about its lines, kept in this tab: a reload loses no answer. */
import type { PaperDraft } from '../../../api/model'
import type { LineAnswer } from './answers'

export interface KeptPaper {
  paper: PaperDraft
  answers: LineAnswer[]
  /** The lines in the order of the screen. */
  order: number[]
  /** The name of the file that it was read from; the file itself is gone after a reload. */
  file: string | null
}

const storageKey = (user: number) => `comanda.purchase-xml.${user}`

export function keepPaper(user: number, kept: KeptPaper) {
  try {
    sessionStorage.setItem(storageKey(user), JSON.stringify(kept))
  } catch {
    // A full or blocked storage only costs the answers after a reload.
  }
}

export const dropPaper = (user: number) => sessionStorage.removeItem(storageKey(user))

/** Returns the stored document; null where it cannot be read. */
export function keptPaper(user: number): KeptPaper | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey(user)) ?? 'null') as KeptPaper | null
    const lines = kept?.paper?.lines?.length
    return kept && lines === kept.answers?.length && lines === kept.order?.length ? kept : null
  } catch {
    return null
  }
}
