/** These functions show the state of a printer by colour, icon and word, and say which one needs somebody first. */
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconLayoutNavbarExpand,
  IconPlugConnectedX,
  IconReceiptOff,
} from '@tabler/icons-react'
import type { JobState, Printer, PrinterState, PrintJob } from '../../api/model'
import type { Tone } from '../../ui/StatePill'

type Shown = 'ready' | 'paperLow' | 'paperOut' | 'coverOpen' | 'offline' | 'error' | 'inactive'

const shown: Record<PrinterState, Shown> = {
  READY: 'ready',
  PAPER_NEAR_END: 'paperLow',
  PAPER_OUT: 'paperOut',
  COVER_OPEN: 'coverOpen',
  OFFLINE: 'offline',
  ERROR: 'error',
}

const looks: Record<Shown, { tone: Tone; icon: typeof IconCheck; trouble: number }> = {
  paperOut: { tone: 'bad', icon: IconReceiptOff, trouble: 0 },
  coverOpen: { tone: 'bad', icon: IconLayoutNavbarExpand, trouble: 0 },
  error: { tone: 'bad', icon: IconAlertTriangle, trouble: 0 },
  paperLow: { tone: 'warning', icon: IconAlertTriangle, trouble: 2 },
  offline: { tone: 'quiet', icon: IconPlugConnectedX, trouble: 3 },
  ready: { tone: 'good', icon: IconCheck, trouble: 4 },
  inactive: { tone: 'quiet', icon: IconBan, trouble: 5 },
}

export type PrinterFacts = Pick<Printer, 'name' | 'state' | 'status' | 'waiting_jobs'>

/** Red is for what needs action now; offline is grey. */
export function printerState(printer: Pick<PrinterFacts, 'state' | 'status'>) {
  const name = printer.status === 'INACTIVE' ? 'inactive' : (shown[printer.state] ?? 'offline')
  return { name, ...looks[name] }
}

/**
 * Ranks a printer: one that holds jobs back stands above one that only may do so soon; an offline printer with jobs is the
 * former.
 */
function trouble(printer: PrinterFacts): number {
  const state = printerState(printer)
  return state.name === 'offline' && printer.waiting_jobs > 0 ? 1 : state.trouble
}

/** Puts printers in trouble first; of two alike, the one that keeps more jobs waiting. */
export const byTrouble = <P extends PrinterFacts>(printers: P[]): P[] =>
  [...printers].sort(
    (a, b) =>
      trouble(a) - trouble(b) || b.waiting_jobs - a.waiting_jobs || a.name.localeCompare(b.name, 'es'),
  )

/** Jobs that are not printed and can be decided about: they wait, or need a person or paper to go on. */
export const openStates = [
  'UNCERTAIN',
  'EXPIRED',
  'HELD',
  'PRINTING',
  'SPOOLED',
  'OFFERED',
  'PENDING',
] as const
export type OpenState = (typeof openStates)[number]
export const isOpenJob = (state: JobState): state is OpenState =>
  (openStates as readonly string[]).includes(state)

/** True for a job that is not printed yet and that another printer could print. */
export const movable = (job: Pick<PrintJob, 'state' | 'document' | 'reason'>) =>
  isOpenJob(job.state) && job.document !== 'DRAWER' && job.reason !== 'too_large'

/** A job on its way is printed within seconds; after this long (ms) somebody may want to decide. */
const patienceMs = 15_000

/** Returns the jobs that need a decision, the oldest first; jobs that expired before `since` are left out. */
export const stuckJobs = <J extends Pick<PrintJob, 'state' | 'created_at'>>(
  jobs: J[],
  since: number,
  now: number,
): J[] =>
  jobs
    .filter((job) => {
      const written = Date.parse(job.created_at)
      if (job.state === 'EXPIRED') return written >= since
      if (job.state === 'UNCERTAIN' || job.state === 'HELD') return true
      return isOpenJob(job.state) && now - written >= patienceMs
    })
    .sort((a, b) => a.created_at.localeCompare(b.created_at))

/** The actions that a person may take on a job in each state. An uncertain job may be printed already: the reprint says so. */
export const jobActions: Record<OpenState, readonly JobAction[]> = {
  UNCERTAIN: ['confirm', 'reprint', 'reroute', 'cancel'],
  EXPIRED: ['release', 'reroute', 'cancel'],
  HELD: ['reroute', 'cancel'],
  PRINTING: ['reroute'],
  SPOOLED: ['reroute', 'cancel'],
  OFFERED: ['reroute', 'cancel'],
  PENDING: ['reroute', 'cancel'],
}
/** A job that no printer takes can only be cancelled; one that opens the drawer cannot go to another printer. */
export const actionsOf = (job: Pick<PrintJob, 'document' | 'reason'>, state: OpenState) =>
  jobActions[state].filter((action) =>
    job.reason === 'too_large' ? action === 'cancel' : action !== 'reroute' || movable({ ...job, state }),
  )
export type JobAction = 'release' | 'confirm' | 'reprint' | 'reroute' | 'cancel'

/** The printer itself confirmed the print. */
export const isConfirmed = (level: string | null | undefined) => level === 'L1' || level === 'L2'
