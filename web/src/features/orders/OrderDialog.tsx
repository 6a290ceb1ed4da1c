import { lazy, Suspense } from 'react'
import type { OrderWork } from './useOrderWork'

const CommandHistory = lazy(() => import('./CommandHistory').then((m) => ({ default: m.CommandHistory })))
const RequestDialog = lazy(() => import('./RequestDialog').then((m) => ({ default: m.RequestDialog })))

/** What opens above the whole screen; fetched when it is wanted. */
export function OrderDialog({ work }: { work: OrderWork }) {
  const close = () => work.openDialog(null)
  return (
    <Suspense fallback={null}>
      {work.dialog === 'history' ? (
        <CommandHistory requestId={work.request.id} place={work.place.line} onClose={close} />
      ) : null}
      {work.dialog === 'request' ? (
        <RequestDialog request={work.request} title={work.place.line} onClose={close} />
      ) : null}
    </Suspense>
  )
}
