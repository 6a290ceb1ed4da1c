import {
  IconAlertTriangle,
  IconBan,
  IconCloudUp,
  IconFileAlert,
  IconFileX,
  IconReceipt,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react'
import type { IssuedDocument, Transmission } from '../../api/model'

export type TaxState = IssuedDocument['state']

/** The colour and icon of each state; its word is `taxState.…`. A good state stands out no more than one that waits. */
export const taxStates = {
  NOT_SENT: ['quiet', IconReceipt],
  PENDING: ['info', IconCloudUp],
  SENT: ['info', IconCloudUp],
  ACCEPTED: ['good', IconRosetteDiscountCheck],
  OBSERVED: ['warning', IconFileAlert],
  REJECTED: ['bad', IconFileX],
  VOIDING: ['info', IconCloudUp],
  VOIDED: ['quiet', IconBan],
  FAILED: ['bad', IconAlertTriangle],
} as const satisfies Record<TaxState, unknown>

export interface HistoryStep {
  what: 'issued' | 'signed' | 'sent' | 'judged'
  state?: TaxState
  tone: 'done' | 'good' | 'bad' | 'waits'
  at: string | null
}

/** The data of a document of any kind that concern the tax authority. */
export interface OnItsWay {
  issued_at: string
  state: TaxState
  /** The transmission to the tax authority; a document that is not electronic has none. */
  transmission?: Transmission | null
  voided_at?: string | null
}

/** Returns the steps of a document, as far as they are kept, and its present state. */
export function stepsOf({ issued_at, transmission, state, voided_at }: OnItsWay): HistoryStep[] {
  const steps: HistoryStep[] = [{ what: 'issued', tone: 'done', at: issued_at }]
  if (!transmission) return steps
  if (transmission.signed_at) steps.push({ what: 'signed', tone: 'done', at: transmission.signed_at })
  if (transmission.sent_at) steps.push({ what: 'sent', tone: 'done', at: transmission.sent_at })
  const { accepted_at = null } = transmission
  const isUndone = state === 'VOIDING' || state === 'VOIDED'
  if (isUndone && accepted_at)
    steps.push({ what: 'judged', state: 'ACCEPTED', tone: 'done', at: accepted_at })
  const [pill] = taxStates[state]
  const tone = pill === 'bad' ? 'bad' : pill === 'info' ? 'waits' : 'good'
  steps.push({ what: 'judged', state, tone, at: isUndone ? (voided_at ?? null) : accepted_at })
  return steps
}
