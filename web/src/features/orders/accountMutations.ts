import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { isApiError } from '../../api/errors'
import type { Line, LineStatus } from '../../api/model'
import { queryClient } from '../../api/query'
import { floorKeys } from '../../data/floor/keys'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'
import { refetchRequest } from './mutations'

export interface Dismissal {
  order_ids: number[]
  quantities: Record<string, string>
  reason: string
  made: boolean
  pin: string
  approver_id: number | null
}

/** Takes sent lines of these areas back, with the security PIN. The dialog itself shows a wrong PIN. */
export function useDismiss(requestId: number, areas: string, onDone: () => void) {
  const { t } = useTranslation()
  return useWrite((body: Dismissal, key) => write('PUT', `/orders/${requestId}/dismiss`, key, body), {
    failed: t('orders.dismiss.failed'),
    onSuccess: () => {
      refetchRequest(requestId)
      showToast(
        'success',
        t('orders.dismiss.done'),
        areas ? t('orders.dismiss.notified', { area: areas }) : undefined,
      )
      onDone()
    },
    onError: (error) => isApiError(error) && ['wrong_pin', 'pin_locked', 'pin_required'].includes(error.code),
  })
}

/** Makes an empty table free again. */
export function useCloseTable(onClosed: () => void) {
  const { t } = useTranslation()
  return useWrite((tableId: number, key) => write('PUT', `/tables/${tableId}/close`, key, {}), {
    failed: t('orders.closeFailed'),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: floorKeys.all })
      onClosed()
    },
  })
}

export interface Details {
  persons: number
  client_name: string
  phone: string
  direccion: string
  referencia: string
  repartidor: string
  name_reference: string
  document_type?: 'DNI' | 'RUC'
  document_number: string
  /** The client of the document; null means the client of the account. */
  invoice_client_id?: number | null
}

/** The dialog of details shows errors at these fields. */
const detailFields = [
  'client_name',
  'name_reference',
  'document_number',
  'phone',
  'direccion',
  'referencia',
  'repartidor',
] as const

/** Changes who an account is for. The form shows errors at their fields. */
export function useEditRequest(requestId: number, onDone: () => void) {
  const { t } = useTranslation()
  return useWrite(
    (details: Partial<Details>, key) => write('PUT', `/client-requests/${requestId}`, key, details),
    {
      failed: t('orders.details.failed'),
      onSuccess: () => {
        refetchRequest(requestId)
        onDone()
      },
      atFields: detailFields,
    },
  )
}

export function useSetClient(requestId: number) {
  return useWrite(
    (client_id: number | null, key) => write('PUT', `/client-requests/${requestId}`, key, { client_id }),
    { onSuccess: () => refetchRequest(requestId) },
  )
}

/** Makes the floor's next step: served, or on its way. */
export function useStepLine(requestId: number) {
  const { t } = useTranslation()
  return useWrite(
    ({ line, status }: { line: Line; status: LineStatus }, key) =>
      write('PATCH', `/update-status-order/${line.id}/status`, key, {
        status,
        version: line.version,
      }),
    {
      failed: t('orders.stepFailed'),
      onSuccess: () => refetchRequest(requestId),
      onError: () => void refetchRequest(requestId),
    },
  )
}
