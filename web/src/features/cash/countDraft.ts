/**
 * This keeps a count that is not sent yet on the device, and the reason for its difference: neither an interruption nor a reload
 * makes anybody count again. It belongs to one person and one count of the cycle: a newer count on the server discards it.
 */
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../session/session'

/** The texts that are typed, by the name of their field. */
type Typed = Record<string, string>

interface Kept {
  at: number
  /** The number of counts of the cycle before it. */
  before: number
  counts: Typed
}

const prefix = 'comanda.cash-count.'
const place = (user: number, cycle: number) => `${prefix}${user}.${cycle}`
const reasonPlace = (user: number, cycle: number) => `${prefix}reason.${user}.${cycle}`

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
    // A full storage only costs the draft after a reload; what is older must not come back over it.
    localStorage.removeItem(name)
  }
}

export const dropCount = (user: number, cycle: number) => {
  localStorage.removeItem(place(user, cycle))
  localStorage.removeItem(reasonPlace(user, cycle))
}

/** Returns the slots counted so far, and the function that stores those it is given with them. */
export const useCountDraft = (cycle: number, before: number) => useKept(place(useUser().id, cycle), before)

/** Returns what was answered to why the count differs, and the function that stores answers with it. */
export const useReasonDraft = (cycle: number, counts: number) =>
  useKept(reasonPlace(useUser().id, cycle), counts)

function useKept(name: string, before: number): [Typed, (part: Typed) => void] {
  const readOwn = () => {
    const kept = read(name)
    return kept?.before === before ? kept.counts : null
  }
  const [counts, setCounts] = useState(() => {
    forgetOld()
    return readOwn() ?? {}
  })
  const latest = useRef(readOwn)
  useEffect(() => {
    latest.current = readOwn
  })
  // The same box may be counted in another tab: what is typed there stands here at once.
  useEffect(() => {
    const take = (event: StorageEvent) => {
      const others = event.key === name ? latest.current() : null
      if (others) setCounts((own) => ({ ...own, ...others }))
    }
    window.addEventListener('storage', take)
    return () => window.removeEventListener('storage', take)
  }, [name])
  const keep = (part: Typed) => {
    const merged = { ...counts, ...readOwn(), ...part }
    setCounts(merged)
    write(name, { at: Date.now(), before, counts: merged })
  }
  return [counts, keep]
}
