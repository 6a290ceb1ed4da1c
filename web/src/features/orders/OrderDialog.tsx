import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazyPart'
import { Part } from '../../ui/Part'
import { ClientPicker } from '../../widgets/clients/ClientPicker'
import { useSetClient } from './accountMutations'
import type { OrderScreenState } from './useOrderScreen'

const AllergyDialog = lazyPart(() => import('./allergy/AllergyDialog').then((m) => m.AllergyDialog))
const ChangePin = lazyPart(() => import('./adjustments/ChangePin').then((m) => m.ChangePin))
const CommandHistory = lazyPart(() => import('./CommandHistory').then((m) => m.CommandHistory))
const HandOverDialog = lazyPart(() => import('./HandOverDialog').then((m) => m.HandOverDialog))
const RequestDialog = lazyPart(() => import('./RequestDialog').then((m) => m.RequestDialog))

/** The dialog above the whole screen, if one is open. */
export function OrderDialog({ work }: { work: OrderScreenState }) {
  const setClient = useSetClient(work.request.id)
  const close = () => work.show.dialog(null)
  const { dialog, changing } = work.view
  return (
    <>
      <Part key={dialog} fallback={null}>
        <Suspense fallback={null}>
          {dialog === 'client' ? (
            <ClientPicker
              onClose={close}
              onPick={(client) => {
                setClient.mutate(client?.id ?? null)
                close()
              }}
            />
          ) : null}
          {dialog === 'history' ? (
            <CommandHistory requestId={work.request.id} place={work.place.line} onClose={close} />
          ) : null}
          {dialog === 'handOver' ? (
            <HandOverDialog request={work.request} title={work.place.line} onClose={close} />
          ) : null}
          {dialog === 'allergy' ? (
            <AllergyDialog request={work.request} place={work.place.line} onClose={close} />
          ) : null}
          {dialog === 'request' ? (
            <RequestDialog request={work.request} title={work.place.line} onClose={close} />
          ) : null}
        </Suspense>
      </Part>
      {/* The server may ask for the PIN when another dialog is open already, which keeps what is typed. */}
      {changing ? (
        <Part fallback={null}>
          <Suspense fallback={null}>
            <ChangePin change={changing} place={work.place.line} onClose={() => work.show.changing(null)} />
          </Suspense>
        </Part>
      ) : null}
    </>
  )
}
