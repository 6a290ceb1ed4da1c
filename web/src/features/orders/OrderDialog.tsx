import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazyPart'
import { Part } from '../../ui/Part'
import { ClientPicker } from '../clients/ClientPicker'
import { useSetClient } from './accountMutations'
import type { OrderWork } from './useOrderWork'

const CommandHistory = lazyPart(() => import('./CommandHistory').then((m) => m.CommandHistory))
const HandOverDialog = lazyPart(() => import('./HandOverDialog').then((m) => m.HandOverDialog))
const RequestDialog = lazyPart(() => import('./RequestDialog').then((m) => m.RequestDialog))

/** What opens above the whole screen. */
export function OrderDialog({ work }: { work: OrderWork }) {
  const setClient = useSetClient(work.request.id)
  const close = () => work.show.dialog(null)
  return (
    <Part key={work.view.dialog} fallback={null}>
      <Suspense fallback={null}>
        {work.view.dialog === 'client' ? (
          <ClientPicker
            onClose={close}
            onPick={(client) => {
              setClient.mutate(client?.id ?? null)
              close()
            }}
          />
        ) : null}
        {work.view.dialog === 'history' ? (
          <CommandHistory requestId={work.request.id} place={work.place.line} onClose={close} />
        ) : null}
        {work.view.dialog === 'handOver' ? (
          <HandOverDialog request={work.request} title={work.place.line} onClose={close} />
        ) : null}
        {work.view.dialog === 'request' ? (
          <RequestDialog request={work.request} title={work.place.line} onClose={close} />
        ) : null}
      </Suspense>
    </Part>
  )
}
