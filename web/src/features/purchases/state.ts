import { IconAlertTriangle, IconBan, IconCheck, IconClock } from '@tabler/icons-react'
import type { PurchaseRow } from '../../api/model'
import type { Tone } from '../../ui/StatePill'

export type PurchaseState = 'VOIDED' | 'PAID' | 'OVERDUE' | 'DUE'

/** A state that is fine is grey: only trouble has a colour. */
export const stateLooks: Record<PurchaseState, [Tone, typeof IconCheck]> = {
  DUE: ['quiet', IconClock],
  OVERDUE: ['bad', IconAlertTriangle],
  PAID: ['quiet', IconCheck],
  VOIDED: ['quiet', IconBan],
}

export function stateOf(row: Pick<PurchaseRow, 'status' | 'due' | 'is_overdue'>): PurchaseState {
  if (row.status === 'VOIDED') return 'VOIDED'
  if (Number(row.due) === 0) return 'PAID'
  return row.is_overdue ? 'OVERDUE' : 'DUE'
}
