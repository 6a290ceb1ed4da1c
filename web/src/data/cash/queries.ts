import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { get, list, rowsAt, write } from '../../api/client'
import { isApiError } from '../../api/errors'
import type { CashMovement, Cycle } from '../../api/model'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'
import { reportKeys } from '../reports/keys'
import type { CountBody } from './count'
import { cashKeys } from './keys'

export function useCashboxes() {
  useRoom('cash')
  return useQuery({
    queryKey: cashKeys.cashboxes,
    queryFn: ({ signal }) => list('/cashboxes', { page: false }, signal),
  })
}

export function useShifts() {
  return useQuery({
    queryKey: cashKeys.turns,
    queryFn: ({ signal }) => list('/turns', { page: false }, signal),
  })
}

/** The filters and the page of a list of cash cycles. */
export type CyclesQuery = { page: number } & Partial<
  Record<
    'term' | 'start_date' | 'end_date' | 'user_id' | 'cashbox_id' | 'status' | 'difference' | 'to_review',
    string
  >
>

export function useCycles(asked: CyclesQuery) {
  useRoom('cash')
  return useQuery({
    queryKey: cashKeys.cycles(asked),
    queryFn: ({ signal }) => rowsAt<Cycle>('/cashbox-cycles', asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** Records that somebody of the office has looked at the difference that a cash box was closed with. */
export function useReviewCycle(id: number) {
  const { t } = useTranslation()
  return useWrite((_: undefined, key) => write('PUT', `/cashbox-cycles/${id}/reviewed`, key, {}), {
    failed: t('cash.reviewFailed'),
    onSuccess: () => {
      refetchCash()
      void queryClient.invalidateQueries({ queryKey: reportKeys.dashboard })
    },
  })
}

/** Reads the user's own open cycle, or null. */
export function useOwnCycle() {
  useRoom('cash')
  return useQuery({
    queryKey: cashKeys.own,
    queryFn: async ({ signal }) => (await get('/cashbox-opened-cycle', undefined, signal)) ?? null,
  })
}

export function useCycleDetail(id: number) {
  useRoom('cash')
  return useQuery({
    queryKey: cashKeys.cycle(id),
    queryFn: ({ signal }) => get(`/cashbox-cycles-detail/${id}`, undefined, signal),
  })
}

export function useMovementSums(cycle: number) {
  useRoom('cash')
  return useQuery({
    queryKey: cashKeys.movements(cycle),
    queryFn: async ({ signal }) =>
      (await list('/cash-movements', { cashbox_cycle_id: cycle, per_page: 1 }, signal)).totals,
  })
}

/** Reads the motives that were used lately, each once, to offer them again. */
export function useMotives(type: CashMovement['movement_type']): string[] {
  const { data } = useQuery({
    queryKey: cashKeys.motives(type),
    queryFn: async ({ signal }) =>
      (await list('/cash-movements', { movement_type: type, per_page: 50 }, signal)).rows,
  })
  return [...new Set(data?.map((each) => each.motive))].slice(0, 12)
}

export interface MovementsQuery {
  page: number
  per_page: number
  term: string | null
  status: CashMovement['status'] | null
  movement_type: CashMovement['movement_type'] | null
  /** The first and last business day. */
  start_date: string | null
  end_date: string | null
  user_id: number | null
}

/** Reads the movements of all cycles, the latest first, with their sums. */
export function useMovementList(asked: MovementsQuery) {
  useRoom('cash')
  return useQuery({
    queryKey: cashKeys.movementList(asked),
    queryFn: ({ signal }) => list('/cash-movements', asked, signal),
    placeholderData: keepPreviousData,
  })
}

const refetchCash = () => void queryClient.invalidateQueries({ queryKey: cashKeys.all })

export interface OpenCycle {
  cashbox_id: number
  turn_id: number
  user_id: number
  open_amount: string
  status: 'OPEN'
}

export function useOpenCycle(onOpened: (cycle: Cycle) => void) {
  return useWrite((body: OpenCycle, key) => write('POST', '/cashbox-cycles', key, body), {
    onSuccess: (cycle) => {
      refetchCash()
      onOpened(cycle)
    },
    atFields: ['open_amount'],
  })
}

export interface CloseCycle extends Partial<CountBody> {
  /** The user whose personal PIN was typed; null is the company's PIN. */
  approver_id?: number | null
  status: 'CLOSED'
  recount?: boolean
  count_version?: number
  reason?: string
  pin?: string
}

export interface NewMovement {
  movement_type: CashMovement['movement_type']
  amount: string
  receipt_by: string
  motive: string
  cash_box_cycle_id: number
  /** The time of the movement; if absent, it is now. */
  movement_date?: string
  status: CashMovement['status']
}

/** Records money into the drawer or out of it, other than by a sale. */
export function useAddMovement(onAdded: () => void) {
  const { t } = useTranslation()
  return useWrite((body: NewMovement, key) => write('POST', '/cash-movements', key, body), {
    failed: t('cash.movementFailed'),
    onSuccess: () => {
      refetchCash()
      showToast('success', t('cash.movementDone'))
      onAdded()
    },
    // The error of a field is shown at the field.
    onError: (error) => isApiError(error) && Object.keys(error.fields).length > 0,
  })
}

/** True for errors that the PIN dialog shows itself. */
export const isPinTrouble = (error: Error) =>
  isApiError(error) && ['wrong_pin', 'pin_locked', 'pin_required'].includes(error.code)

export interface Rejection {
  id: number
  reason: string
  /** The PIN is needed where somebody else wrote the movement. */
  pin?: string
  approver_id?: number | null
}

/** Rejects a movement: it stays in the list, but no longer counts. */
export function useRejectMovement(onRejected: () => void) {
  const { t } = useTranslation()
  return useWrite(({ id, ...body }: Rejection, key) => write('DELETE', `/cash-movements/${id}`, key, body), {
    failed: t('cash.rejectFailed'),
    onSuccess: () => {
      refetchCash()
      showToast('success', t('cash.rejected'))
      onRejected()
    },
    onError: (error) => {
      refetchCash()
      return isPinTrouble(error)
    },
  })
}

/** Sends the count, or with reason and PIN closes in spite of a difference. */
export function useCloseCycle(id: number, onClosed: () => void) {
  const { t } = useTranslation()
  return useWrite((body: CloseCycle, key) => write('PUT', `/cashbox-cycles/${id}`, key, body), {
    failed: t('cash.closeFailed'),
    onSuccess: () => {
      refetchCash()
      showToast('success', t('cash.closed'))
      onClosed()
    },
    onError: (error) => {
      refetchCash()
      // A difference is no failure: the screen goes on to its second step. The PIN dialog shows a wrong PIN.
      return isPinTrouble(error) || (isApiError(error) && error.code === 'cash_difference')
    },
  })
}
