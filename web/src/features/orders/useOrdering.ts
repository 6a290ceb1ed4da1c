import { useMemo, useReducer } from 'react'
import type { Totals } from '../../api/model'
import { initialOrdering, type Ordering, reduceOrdering } from './ordering'
import type { Panel } from './panels'
import type { BuiltLine } from './taps'

/** Returns the state of what is open on the order screen, and the functions that change it, which stay the same. */
export function useOrdering() {
  const [view, step] = useReducer(reduceOrdering, initialOrdering)
  const show = useMemo(
    () => ({
      category: (id: number | null) => step({ type: 'category', id }),
      open: (panel: Panel) => step({ type: 'open', panel }),
      closePanel: () => step({ type: 'closePanel' }),
      build: (built: BuiltLine) => step({ type: 'build', built }),
      select: (line: number | null) => step({ type: 'select', line }),
      sheet: (open: boolean) => step({ type: 'sheet', open }),
      dialog: (dialog: Ordering['dialog']) => step({ type: 'dialog', dialog }),
      changing: (changing: Ordering['changing']) => step({ type: 'changing', changing }),
      taking: (taking: Ordering['taking']) => step({ type: 'taking', taking }),
      preview: (totals: Totals | null) => step({ type: 'preview', totals }),
      sent: () => step({ type: 'sent' }),
    }),
    [],
  )
  return { view, show }
}
