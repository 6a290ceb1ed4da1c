import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { AccountType, Table } from '../../api/model'
import { queryClient } from '../../api/query'
import { floorKeys } from '../../data/floor/keys'
import { orderKeys } from '../../data/orders/keys'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'

export interface OpenRequest {
  type: AccountType
  salon_id?: number
  table_id?: number
  persons?: number
  client_id?: number
  client_name?: string
  phone?: string
  direccion?: string
  referencia?: string
  delivery_app?: boolean
}

const refetchFloor = () => queryClient.invalidateQueries({ queryKey: floorKeys.all })

/** Makes a new take-away or delivery. */
export function useOpenRequest(onOpened: (requestId: number) => void) {
  return useWrite((body: OpenRequest, key) => write('POST', '/client-requests', key, body), {
    onSuccess: (request) => {
      queryClient.setQueryData(orderKeys.one(request.id), request)
      void refetchFloor()
      onOpened(request.id)
    },
    atFields: ['client_name', 'phone', 'direccion', 'referencia'],
  })
}

/** Begins or ends the cleaning of a table. */
export function useTableStatus() {
  const { t } = useTranslation()
  return useWrite(
    ({ table, status_table }: { table: Table; status_table: 'AVAILABLE' | 'CLEANING' }, key) =>
      write('PUT', `/tables/${table.id}/status`, key, { status_table }),
    {
      failed: t('floor.statusFailed'),
      onSuccess: () => {
        void refetchFloor()
        showToast('success', t('floor.statusDone'))
      },
    },
  )
}
