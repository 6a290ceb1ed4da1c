import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Reservation, Table } from '../../api/model'
import { useConnection } from '../../api/realtime'
import { showToast } from '../../ui/toasts'
import { useTableStatus } from './mutations'
import { type OpenTableRequest, useGlobalSettings, useOpenTable } from './reservations'
import type { TableAct } from './tableActs'

/** The data of a reservation that its dialogs need. */
export type Expected = Pick<Reservation, 'id' | 'client_name' | 'reserved_for' | 'persons' | 'phone'>

/** The dialog that is open on the floor plan. */
export type MapDialog =
  | { what: 'open' | 'busy' | 'reserve' | 'close'; table: Table }
  | { what: 'edit'; reservation: Reservation; tableId: number }
  | { what: 'editNext'; id: number; tableId: number }
  | { what: 'cancel'; reservation: Expected; tableId: number; table: string }
  | { what: 'walkIn'; reservation: Expected; table: string; opening: OpenTableRequest }
  | { what: 'reservations' }
  | null

/** Returns the actions on tables of the floor plan: one dialog at a time, and the calls behind it. */
export function useTableActions(tables: Table[]) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<MapDialog>(null)
  const nameOf = (id: number) => tables.find((table) => table.id === id)?.name ?? ''
  const open = useOpenTable({
    onOpened: (request) => {
      void navigate(`/order/${request}`)
    },
    onTaken: (request) => {
      showToast('warning', t('floor.taken'))
      void navigate(`/order/${request}`)
    },
    onReserved: (reservation, opening) =>
      setDialog({ what: 'walkIn', reservation, table: nameOf(opening.table), opening }),
  })
  const clean = useTableStatus()
  const close = () => setDialog(null)
  const isLost = useConnection((state) => state.lostAt !== null)
  /** Without a connection no form is opened that could not be sent; a notice says why. */
  const whenLinked = (begin: () => void) =>
    isLost ? showToast('warning', t('connection.offline'), t('connection.lostText')) : begin()
  const show = (wanted: MapDialog) => whenLinked(() => setDialog(wanted))

  const asks = useGlobalSettings().data?.ask_persons ?? true

  const tap = (table: Table) => {
    if (table.request) void navigate(`/order/${table.request.id}`)
    // Where the number of persons is not asked, a free table without a reservation opens at once.
    else if (asks || table.status_table !== 'AVAILABLE') show({ what: 'open', table })
    else if (!open.isPending) whenLinked(() => open.mutate({ table: table.id }))
  }
  const more = (table: Table) => show({ what: table.request ? 'busy' : 'open', table })
  const act = (table: Table, wanted: TableAct) => {
    const next = table.next_reservation
    if (wanted === 'seat' && next) open.mutate({ table: table.id, client_request_id: next.id })
    else if (wanted === 'cancel' && next)
      setDialog({ what: 'cancel', reservation: next, tableId: table.id, table: table.name })
    else if (wanted === 'edit' && next) setDialog({ what: 'editNext', id: next.id, tableId: table.id })
    else if (wanted === 'reserve' || wanted === 'close') setDialog({ what: wanted, table })
    else
      clean.mutate(
        { table, status_table: wanted === 'clean' ? 'CLEANING' : 'AVAILABLE' },
        { onSuccess: close },
      )
  }
  const busy = open.isPending || clean.isPending
  return { dialog, setDialog: show, close, tap, more, act, open, busy, whenLinked }
}
