import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '../../../session/session'
import { type DraftLine, emptyPurchaseDraft, keepDraft, keptDraft, type PurchaseDraft } from '../draft'

const typingMs = 300

/** Returns the draft of a purchase: this device keeps it while it is typed, and restores it after a reload. */
export function usePurchaseDraft() {
  const user = useUser().id
  const [start] = useState(() => keptDraft(user))
  const [draft, setDraft] = useState<PurchaseDraft>(start?.draft ?? emptyPurchaseDraft)
  const [keptAt, setKeptAt] = useState<number | null>(start?.at ?? null)
  const latest = useRef(draft)
  latest.current = draft
  const keep = useCallback(() => keepDraft(user, latest.current, Date.now()), [user])

  useEffect(() => {
    if (draft === start?.draft || (draft === emptyPurchaseDraft && !start)) return
    const timer = setTimeout(() => setKeptAt(keep()), typingMs)
    return () => clearTimeout(timer)
  }, [draft, start, keep])
  // A value typed just before the page is closed is stored as well.
  useEffect(() => {
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])

  const change = useCallback((part: Partial<PurchaseDraft>) => setDraft((now) => ({ ...now, ...part })), [])
  const changeLine = useCallback(
    (at: number, to: (line: DraftLine) => DraftLine) =>
      setDraft((now) => ({
        ...now,
        lines: now.lines.map((line, index) => (index === at ? to(line) : line)),
      })),
    [],
  )
  return {
    draft,
    keptAt,
    change,
    changeLine,
    restore: setDraft,
    /** It is saved, or was given up. */
    drop: () => {
      latest.current = emptyPurchaseDraft
      setDraft(emptyPurchaseDraft)
      setKeptAt(keep())
    },
  }
}

export type PurchaseDraftState = ReturnType<typeof usePurchaseDraft>
