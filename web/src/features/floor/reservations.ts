import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { get, list, write } from '../../api/client'
import { isApiError } from '../../api/errors'
import type { Reservation } from '../../api/model'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { floorKeys } from '../../data/floor/keys'
import { settingsKeys } from '../../data/settings/keys'
import { localParts } from '../../ui/format'
import { useWrite } from '../../ui/useWrite'
import type { Local } from '../../ui/zone'

const refetch = () => queryClient.invalidateQueries({ queryKey: floorKeys.all })

/**
 * Reads the reservations of a business day, today's without a date; the key lies under the floor's, so that its events renew
 * them.
 */
export function useReservations(date: string | null) {
  useRoom('floor')
  return useQuery({
    queryKey: floorKeys.reservations(date),
    queryFn: ({ signal }) => list('/reservations', { date }, signal),
  })
}

export function useGlobalSettings() {
  return useQuery({
    queryKey: settingsKeys.all,
    queryFn: ({ signal }) => get('/global-settings', undefined, signal),
    staleTime: 300_000,
  })
}

export interface ReservationBody {
  /** The reservation to change or move; absent for a new one. */
  client_request_id?: number
  reserved_for: string
  persons: number
  client_id?: number
  client_name: string
  phone: string
  note: string
  despite_reservation?: boolean
}

/** Reserves a table, or moves a reservation to it with the changed data. */
export function useReserve(onDone: (reservation: Reservation) => void) {
  return useWrite(
    ({ table, ...body }: ReservationBody & { table: number }, key) =>
      write('PUT', `/tables/${table}/reserve`, key, body),
    {
      onSuccess: (reservation) => {
        void refetch()
        onDone(reservation)
      },
      // The form shows the error.
      onError: () => true,
    },
  )
}

interface Cancelling {
  table: number
  id: number
  reason: string
  pin: string
  approver_id: number | null
}

export function useCancelReservation(onDone: () => void) {
  const { t } = useTranslation()
  return useWrite(
    ({ table, id, reason, pin }: Cancelling, key) =>
      write('PUT', `/tables/${table}/cancel-reservation`, key, {
        client_request_id: id,
        reason,
        pin,
      }),
    {
      onSuccess: () => {
        void refetch()
        onDone()
      },
      failed: t('reservations.notCancelled'),
      // A wrong PIN is corrected in its dialog.
      onError: (error) => isApiError(error) && error.code.includes('pin'),
    },
  )
}

export interface OpenTableRequest {
  table: number
  persons?: number
  /** The reservation that is seated. */
  client_request_id?: number
  client_id?: number
  despite_reservation?: boolean
}

/** Opens a table, for guests who come or for those who reserved. */
export function useOpenTable(options: {
  onOpened: (request: number) => void
  onTaken: (request: number) => void
  onReserved: (reservation: Reservation, opening: OpenTableRequest) => void
}) {
  const { t } = useTranslation()
  return useWrite(
    ({ table, ...body }: OpenTableRequest, key) => write('PUT', `/tables/${table}/open`, key, body),
    {
      failed: t('floor.openFailed'),
      onSuccess: (opened) => {
        void refetch()
        if (opened.client_request_id) options.onOpened(opened.client_request_id)
      },
      onError: (error, opening) => {
        void refetch()
        const current = currentOf<{ client_request_id?: number; reservation?: Reservation }>(error)
        if (current?.reservation) options.onReserved(current.reservation, opening)
        else if (current?.client_request_id) options.onTaken(current.client_request_id)
        else return false
        return true
      },
    },
  )
}

/** Closes an account by hand. */
export function useCloseRequest(onDone: () => void) {
  return useWrite(
    ({ id, ...body }: { id: number; reason?: string; pin?: string; approver_id?: number | null }, key) =>
      write('PUT', `/client-requests/${id}/close`, key, body),
    {
      onSuccess: () => {
        void refetch()
        onDone()
      },
      onError: () => true,
    },
  )
}

export interface Unprepared {
  name: string
  qty: string
}

/** Moves all of a delivery or take-away on to the next step. */
export function useAdvance(onUnprepared: (dishes: Unprepared[], id: number, status: Advance) => void) {
  return useWrite(
    ({ id, ...body }: { id: number; status: Advance; also_unprepared?: boolean }, key) =>
      write('POST', `/client-requests/${id}/advance`, key, body),
    {
      onSuccess: () => void refetch(),
      onError: (error, { id, status }) => {
        void refetch()
        const dishes = currentOf<{ unprepared?: Unprepared[] }>(error)?.unprepared
        if (dishes) onUnprepared(dishes, id, status)
        return !!dishes
      },
    },
  )
}

export type Advance = 'DISPATCHED' | 'DELIVERED'

export function useCourier(onDone: () => void) {
  return useWrite(
    ({ id, repartidor }: { id: number; repartidor: string }, key) =>
      write('PUT', `/client-requests/${id}`, key, { repartidor }),
    {
      onSuccess: () => {
        void refetch()
        onDone()
      },
    },
  )
}

/** Returns the present state of the record, where the server refused because of it; else null. */
export function currentOf<T>(error: unknown): T | null {
  return isApiError(error) ? ((error.body.current as T | undefined) ?? null) : null
}

/** Returns the next half hour that is at least half an hour away, the time that people mostly reserve. */
export function likelyTime(now: number): Local {
  const half = 30 * 60_000
  return localParts(Math.ceil((now + half) / half) * half)
}
