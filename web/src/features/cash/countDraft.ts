import { create } from 'zustand'
import type { Counts } from '../../data/cash/count'

/** What was counted so far, by cycle: somebody who has to leave the screen for a table does not count again. */
export const useCountDraft = create<{
  drafts: Record<number, Counts>
  keep: (cycleId: number, counts: Counts) => void
  drop: (cycleId: number) => void
}>()((set) => ({
  drafts: {},
  keep: (cycleId, counts) => set(({ drafts }) => ({ drafts: { ...drafts, [cycleId]: counts } })),
  drop: (cycleId) => set(({ drafts }) => ({ drafts: { ...drafts, [cycleId]: {} } })),
}))
