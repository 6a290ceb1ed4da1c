import { useState } from 'react'
import type { ReconciliationCase } from '../../../../api/model'
import { may } from '../../../../session/permissions'
import { useUser } from '../../../../session/session'
import { type Days, useMark, useUnmark } from './queries'

/** Returns the actions on cases, and those under way. */
export function useCaseActions(option: number, days: Days) {
  const [clearing, setClearing] = useState<ReconciliationCase | null>(null)
  const join = useMark(option, days)
  const clear = useMark(option, days, () => setClearing(null))
  const undo = useUnmark(option)
  return {
    may: may(useUser(), 'reconcile'),
    joining: join.isPending ? join.variables.found : null,
    join: (found: ReconciliationCase) => join.mutate({ found }),
    /** It asks for the reason first. */
    clear: setClearing,
    clearing,
    /** Clears the case with its note, once that is written. */
    note: (note: string) => clearing && clear.mutate({ found: clearing, note }),
    noting: clear.isPending,
    undoing: undo.isPending ? undo.variables : null,
    undo: (mark: number) => undo.mutate(mark),
    close: () => setClearing(null),
  }
}

export type CaseActionsState = ReturnType<typeof useCaseActions>
