import {
  IconAlertTriangle,
  IconCheck,
  IconHelpCircle,
  IconLayoutNavbarExpand,
  IconPlugConnectedX,
  IconReceiptOff,
} from '@tabler/icons-react'
import type { Printer } from '../../api/model'
import type { Tone } from '../../ui/StatePill'

type Shown = 'ready' | 'paperLow' | 'paperOut' | 'coverOpen' | 'offline' | 'error' | 'unknown'

const shown: Record<string, Shown> = {
  READY: 'ready',
  PAPER_LOW: 'paperLow',
  NEAR_END: 'paperLow',
  PAPER_OUT: 'paperOut',
  COVER_OPEN: 'coverOpen',
  OFFLINE: 'offline',
  OFF_LINE: 'offline',
  UNREACHABLE: 'offline',
  ERROR: 'error',
  HELD: 'error',
}

const looks: Record<Shown, { tone: Tone; icon: typeof IconCheck; trouble: number }> = {
  paperOut: { tone: 'bad', icon: IconReceiptOff, trouble: 0 },
  coverOpen: { tone: 'bad', icon: IconLayoutNavbarExpand, trouble: 0 },
  error: { tone: 'bad', icon: IconAlertTriangle, trouble: 0 },
  paperLow: { tone: 'warning', icon: IconAlertTriangle, trouble: 1 },
  offline: { tone: 'quiet', icon: IconPlugConnectedX, trouble: 2 },
  unknown: { tone: 'quiet', icon: IconHelpCircle, trouble: 2 },
  ready: { tone: 'good', icon: IconCheck, trouble: 3 },
}

/** Red is for what someone must do now; off line is grey. */
export function printerState(printer: Pick<Printer, 'state'>) {
  const name = shown[(printer.state ?? '').toUpperCase()] ?? 'unknown'
  return { name, ...looks[name] }
}

/** Those in trouble first. */
export const byTrouble = (printers: Printer[]) =>
  [...printers].sort(
    (a, b) => printerState(a).trouble - printerState(b).trouble || a.name.localeCompare(b.name, 'es'),
  )
