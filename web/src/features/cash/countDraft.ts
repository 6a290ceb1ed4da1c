/**
 * This keeps a count that is not sent yet on the device: neither an interruption nor a reload makes anybody count again. It
 * belongs to one person and one count of the cycle: a newer count on the server discards it.
 */
import { useState } from 'react'
import type { Counts } from '../../data/cash/count'
import { useUser } from '../../session/session'

interface Kept {
  at: number
  /** The number of counts of the cycle before it. */
  before: number
  counts: Counts
}

const prefix = 'comanda.cash-count.'
const place = (user: number, cycle: number) => `${prefix}${user}.${cycle}`

/** A count older than this (ms) is of a drawer that has changed. */
const keptMs = 12 * 3_600_000

function read(name: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Kept | null
    return kept?.counts && Date.now() - kept.at < keptMs ? kept : null
  } catch {
    return null
  }
}

/** Cycles that were closed at another till left their drafts here. */
function forgetOld() {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(prefix) && read(name) === null) localStorage.removeItem(name)
}

function write(name: string, kept: Kept) {
  try {
    localStorage.setItem(name, JSON.stringify(kept))
  } catch {
    // A full or blocked storage only costs the draft after a reload.
  }
}

export const dropCount = (user: number, cycle: number) => localStorage.removeItem(place(user, cycle))

/** Returns the slots counted so far, and the function that stores them with the next one. */
export function useCountDraft(cycle: number, before: number): [Counts, (counts: Counts) => void] {
  const name = place(useUser().id, cycle)
  const [counts, setCounts] = useState(() => {
    forgetOld()
    const kept = read(name)
    return kept?.before === before ? kept.counts : {}
  })
  const keep = (counts: Counts) => {
    setCounts(counts)
    write(name, { at: Date.now(), before, counts })
  }
  return [counts, keep]
}
