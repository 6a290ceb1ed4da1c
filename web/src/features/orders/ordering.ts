/** This state says what is open on the order screen: category, line, work panel, sheet, dialog. It is a pure reducer. */
import type { Totals } from '../../api/model'
import type { AdjustmentChange } from './adjustments/mutations'
import type { Panel } from './panels'
import type { BuiltLine } from './taps'

export interface Ordering {
  /** The category; null is the first one that has something to sell. */
  category: number | null
  panel: Panel | null
  /** The line that the open choices would add. */
  built: BuiltLine | null
  selected: number | null
  /** True when the account's sheet is open, on a phone. */
  sheet: boolean
  dialog: 'client' | 'history' | 'request' | 'allergy' | 'handOver' | null
  /** The change of a discount or charge that waits for a PIN. */
  changing: AdjustmentChange | null
  /** The units of each sent line that the open panel would take back. */
  taking: Record<number, number>
  /** The totals that the account would have with what the open panel makes. */
  previewed: Totals | null
}

export type OrderingStep =
  | { type: 'category'; id: number | null }
  | { type: 'open'; panel: Panel }
  | { type: 'closePanel' }
  | { type: 'build'; built: BuiltLine }
  | { type: 'select'; line: number | null }
  | { type: 'sheet'; open: boolean }
  | { type: 'dialog'; dialog: Ordering['dialog'] }
  | { type: 'changing'; changing: AdjustmentChange | null }
  | { type: 'taking'; taking: Ordering['taking'] }
  | { type: 'preview'; totals: Totals | null }
  | { type: 'sent' }

const noPanel = { panel: null, built: null, taking: {}, previewed: null } satisfies Partial<Ordering>

export const initialOrdering: Ordering = {
  ...noPanel,
  category: null,
  selected: null,
  sheet: false,
  dialog: null,
  changing: null,
}

export function reduceOrdering(now: Ordering, step: OrderingStep): Ordering {
  switch (step.type) {
    case 'category':
      return { ...now, category: step.id }
    case 'open':
      return { ...now, panel: step.panel }
    case 'closePanel':
      return { ...now, ...noPanel }
    case 'build':
      return { ...now, built: step.built }
    case 'select':
      return { ...now, selected: step.line }
    case 'sheet':
      return { ...now, sheet: step.open }
    case 'dialog':
      return { ...now, dialog: step.dialog }
    case 'changing':
      return { ...now, changing: step.changing }
    case 'taking':
      return { ...now, taking: step.taking }
    case 'preview':
      return { ...now, previewed: step.totals }
    case 'sent':
      return { ...now, selected: null, sheet: false }
  }
}
