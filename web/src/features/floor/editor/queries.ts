import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { get, list, write } from '../../../api/client'
import type { Landmark, PlanTable, Salon, Status } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { floorKeys } from '../../../data/floor/keys'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import type { TableSpot } from './draft'

/** Changes by others must not alter a room while somebody arranges it: it is fetched again after own changes only. */
const still = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
} as const

export function useSalons() {
  return useQuery({
    queryKey: floorKeys.rooms,
    queryFn: ({ signal }) => list('/salons', { status: 'ALL' }, signal),
    ...still,
  })
}

export function usePlan(salon: number | null) {
  return useQuery({
    queryKey: floorKeys.plan(salon ?? 0),
    queryFn: ({ signal }) => get(`/salons/${salon ?? 0}`, undefined, signal),
    enabled: salon !== null,
    ...still,
  })
}

export const refetchRooms = () => {
  void queryClient.invalidateQueries({ queryKey: floorKeys.all })
  return queryClient.invalidateQueries({ queryKey: floorKeys.rooms })
}

export interface LayoutBody {
  tables: (TableSpot & { id: number })[]
  landmarks?: Landmark[]
  version: number
}

export function useSaveLayout(salon: number, onSaved: () => void) {
  const { t } = useTranslation()
  return useWrite((body: LayoutBody, key) => write('PUT', `/salons/${salon}/layout`, key, body), {
    failed: t('rooms.notSaved'),
    onSuccess: (plan) => {
      queryClient.setQueryData(floorKeys.plan(salon), plan)
      void queryClient.invalidateQueries({ queryKey: floorKeys.all })
      showToast('success', t('rooms.saved'), plan.name)
      onSaved()
    },
  })
}

export type TableBody = Partial<TableSpot> & { name?: string; salon_id?: number; status?: Status }

export function useAddTable(onAdded: (table: PlanTable) => void) {
  const { t } = useTranslation()
  return useWrite((body: TableBody, key) => write('POST', '/tables', key, body), {
    failed: t('rooms.notSaved'),
    onSuccess: (table) => void refetchRooms().then(() => onAdded(table)),
  })
}

/** Changes the name, salon or status of a table; an error is shown at the field. */
export function useChangeTable() {
  const { t } = useTranslation()
  return useWrite(
    ({ id, ...body }: TableBody & { id: number }, key) => write('PUT', `/tables/${id}`, key, body),
    { failed: t('rooms.notSaved'), onSuccess: () => void refetchRooms() },
  )
}

export function useDeleteTable(onDeleted: () => void) {
  return useWrite((id: number, key) => write('DELETE', `/tables/${id}`, key), {
    onError: () => true,
    onSuccess: () => {
      void refetchRooms()
      onDeleted()
    },
  })
}

export interface SalonBody {
  name?: string
  description?: string
  status?: Status
  width?: number
  height?: number
}

export function useSaveSalon(id: number | null, onSaved: (salon: Salon) => void) {
  return useWrite(
    (body: SalonBody, key) =>
      id === null ? write('POST', '/salons', key, body) : write('PUT', `/salons/${id}`, key, body),
    {
      onError: () => true,
      onSuccess: (salon) => void refetchRooms().then(() => onSaved(salon)),
    },
  )
}

export function useDeleteSalon(onDeleted: () => void) {
  return useWrite((id: number, key) => write('DELETE', `/salons/${id}`, key), {
    onError: () => true,
    onSuccess: () => {
      void refetchRooms()
      onDeleted()
    },
  })
}
