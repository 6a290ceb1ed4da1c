import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Floor } from '../../api/model'
import { lazyPart } from '../../ui/lazyPart'
import type { useTableActions } from './useTableActions'

const TakenTableDialog = lazyPart(() => import('./TakenTableDialog').then((m) => m.default))
const CancelReservationDialog = lazyPart(() => import('./CancelReservationDialog').then((m) => m.default))
const CloseRequestDialog = lazyPart(() => import('./CloseRequestDialog').then((m) => m.default))
const EditReservation = lazyPart(() => import('./EditReservation').then((m) => m.default))
const OpenTableDialog = lazyPart(() => import('./OpenTableDialog').then((m) => m.default))
const ReservationsPanel = lazyPart(() => import('./ReservationsPanel').then((m) => m.default))
const ReserveDialog = lazyPart(() => import('./ReserveDialog').then((m) => m.default))
const WalkInDialog = lazyPart(() => import('./WalkInDialog').then((m) => m.default))

/** The open dialog of the floor plan, if any; each is loaded when it opens. */
export function MapDialogs({ floor, work }: { floor: Floor; work: ReturnType<typeof useTableActions> }) {
  return (
    <Suspense>
      <OpenDialog floor={floor} work={work} />
    </Suspense>
  )
}

function OpenDialog({ floor, work }: { floor: Floor; work: ReturnType<typeof useTableActions> }) {
  const { t } = useTranslation()
  const { dialog, setDialog, close, act, open, busy } = work
  switch (dialog?.what) {
    case 'open': {
      const salon = floor.salons.find((each) => each.id === dialog.table.salon_id)
      return (
        <OpenTableDialog
          table={dialog.table}
          salon={salon?.name ?? ''}
          busy={busy}
          onClose={close}
          onAct={(wanted) => act(dialog.table, wanted)}
          onOpen={(persons, client) =>
            open.mutate({ table: dialog.table.id, persons, ...(client ? { client_id: client } : {}) })
          }
        />
      )
    }
    case 'busy':
      return (
        <TakenTableDialog
          table={dialog.table}
          onAct={(wanted) => act(dialog.table, wanted)}
          onClose={close}
        />
      )
    case 'reserve':
      return <ReserveDialog floor={floor} tableId={dialog.table.id} onClose={close} />
    case 'edit':
      return (
        <ReserveDialog
          floor={floor}
          tableId={dialog.tableId}
          reservation={dialog.reservation}
          onClose={() => setDialog({ what: 'reservations' })}
        />
      )
    case 'editNext':
      return <EditReservation floor={floor} tableId={dialog.tableId} id={dialog.id} onClose={close} />
    case 'close': {
      const { request, name } = dialog.table
      return request ? (
        <CloseRequestDialog
          table
          id={request.id}
          label={t('orders.table', { name })}
          total={request.total}
          onClose={close}
        />
      ) : null
    }
    case 'cancel':
      return (
        <CancelReservationDialog
          reservation={dialog.reservation}
          tableId={dialog.tableId}
          table={dialog.table}
          onClose={close}
        />
      )
    case 'walkIn':
      return (
        <WalkInDialog
          reservation={dialog.reservation}
          table={dialog.table}
          busy={busy}
          onClose={close}
          onSeat={() =>
            open.mutate({ table: dialog.opening.table, client_request_id: dialog.reservation.id })
          }
          onOpen={() => open.mutate({ ...dialog.opening, despite_reservation: true })}
        />
      )
    case 'reservations':
      return (
        <ReservationsPanel
          busy={busy}
          onClose={close}
          onSeat={(each) => open.mutate({ table: each.table_id, client_request_id: each.id })}
          onEdit={(each) => setDialog({ what: 'edit', reservation: each, tableId: each.table_id })}
          onCancel={(each) =>
            setDialog({ what: 'cancel', reservation: each, tableId: each.table_id, table: each.table })
          }
        />
      )
    default:
      return null
  }
}
