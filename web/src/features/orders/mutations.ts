import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { errorText, isApiError } from '../../api/errors'
import type { Command, Line, Request } from '../../api/model'
import { keys, queryClient } from '../../api/query'
import { useWrite } from '../../api/useWrite'
import { uuid } from '../../api/uuid'
import { centimos, decimal } from '../../ui/format'
import { showToast } from '../../ui/toasts'
import type { Draft } from './account'
import { addDraft, dropDraft } from './queries'

/* One queue for each account: what was tapped first arrives first, and sending waits for what was added. */
const queueOf = (requestId: number) => ({ id: `request-${requestId}` })

/** After a write that does not bring the account back itself. */
export const refetchRequest = (requestId: number) => {
  void queryClient.invalidateQueries({ queryKey: keys.request(requestId) })
  void queryClient.invalidateQueries({ queryKey: keys.floor })
}
const known = (requestId: number) => queryClient.getQueryData<Request>(keys.request(requestId))

/** Adds at once to what is shown; the server's answer replaces it. */
export function useAddLine(requestId: number) {
  const { t } = useTranslation()
  const mutation = useMutation({
    scope: queueOf(requestId),
    networkMode: 'always',
    retry: (count, error) => isApiError(error) && error.unsure && count < 2,
    mutationFn: (draft: Draft) =>
      write<{ client_request: Request; warnings: string[] }>('POST', '/orders', draft.id, {
        client_request: requestId,
        send: false,
        products: [
          {
            product: { id: draft.product.id },
            qty: String(draft.qty),
            variant_id: draft.variant?.id,
            comment: draft.comment || undefined,
            toppings: draft.toppings.map(({ id, quantity }) => ({ id, quantity })),
          },
        ],
      }),
    onSuccess: (answer, draft) => {
      queryClient.setQueryData(keys.request(requestId), answer.client_request)
      void queryClient.invalidateQueries({ queryKey: keys.floor })
      dropDraft(draft.id)
      for (const warning of answer.warnings ?? []) showToast('warning', warning)
    },
    onError: (error, draft) => {
      dropDraft(draft.id)
      showToast('danger', t('orders.notAdded', { name: draft.product.name }), errorText(error))
      refetchRequest(requestId)
    },
  })
  return (draft: Omit<Draft, 'id' | 'requestId'>) => {
    const whole = { ...draft, id: uuid(), requestId }
    addDraft(whole)
    mutation.mutate(whole)
  }
}

interface Change {
  lineId: number
  qty?: number
  comment?: string
  variant_id?: number
  toppings?: { id: number; quantity: string }[]
}

/** Changes or takes away one unsent line; shown at once, put back when refused. */
export function useChangeLine(requestId: number) {
  // What the server last said of each line in the queue; what is shown has already gone ahead.
  const versions = useRef(new Map<number, number>()).current
  const patch = (lineId: number, change: (line: Line) => Line | null) =>
    queryClient.setQueryData<Request>(keys.request(requestId), (request) =>
      request
        ? {
            ...request,
            lines: request.lines.flatMap((line) => (line.id === lineId ? (change(line) ?? []) : line)),
          }
        : request,
    )
  const mutation = useMutation({
    scope: queueOf(requestId),
    networkMode: 'always',
    mutationFn: async ({ lineId, ...change }: Change) => {
      if (change.qty === 0) {
        return write<unknown>('DELETE', `/orders/${lineId}?version=${versions.get(lineId)}`, uuid())
      }
      const line = await write<Partial<Line>>('PUT', `/orders/${lineId}`, uuid(), {
        qty: change.qty === undefined ? undefined : String(change.qty),
        comment: change.comment,
        variant_id: change.variant_id,
        toppings: change.toppings,
        version: versions.get(lineId),
      })
      if (line?.version !== undefined) versions.set(lineId, line.version)
      return line
    },
    onError: (error) => showToast('danger', errorText(error)),
    onSettled: () => {
      if (
        queryClient.isMutating({ predicate: (each) => each.options.scope?.id === queueOf(requestId).id }) <= 1
      ) {
        refetchRequest(requestId)
      }
    },
  })
  return (change: Change) => {
    void queryClient.cancelQueries({ queryKey: keys.request(requestId), exact: true })
    const shown = known(requestId)?.lines.find((line) => line.id === change.lineId)
    if (shown && !versions.has(shown.id)) versions.set(shown.id, shown.version)
    patch(change.lineId, (line) => {
      if (change.qty === 0) return null
      const qty = change.qty ?? Number(line.qty)
      const unit = centimos(line.unit_total)
      return {
        ...line,
        qty: String(qty),
        total: decimal(unit * qty),
        comment: change.comment ?? line.comment,
      }
    })
    mutation.mutate(change)
  }
}

/** Sends everything not yet sent as one command. */
export function useSend(requestId: number) {
  const { t } = useTranslation()
  return useMutation({
    scope: queueOf(requestId),
    networkMode: 'always',
    retry: (count, error) => isApiError(error) && error.unsure && count < 2,
    mutationFn: (key: string) => write<Command>('POST', '/commands', key, { client_request_id: requestId }),
    onSuccess: (command) => {
      const warnings = [...(command.warnings ?? []), ...command.areas.flatMap((area) => area.warning ?? [])]
      const number = String(command.number).padStart(4, '0')
      if (warnings[0]) showToast('warning', t('orders.sent', { number }), warnings[0])
      else
        showToast('success', t('orders.sent', { number }), command.areas.map((area) => area.area).join(' · '))
    },
    onError: (error) => showToast('danger', t('orders.notSent'), errorText(error)),
    onSettled: () => refetchRequest(requestId),
  })
}

/** Prints the pre-bill; the table then says that its bill was asked for. */
export function usePreBill(requestId: number) {
  const { t } = useTranslation()
  return useWrite(
    (_: undefined, key) =>
      write<{ print_job_id: number | null; warnings: string[] }>(
        'POST',
        `/orders/${requestId}/pre-order-print`,
        key,
      ),
    {
      failed: t('orders.preBillFailed'),
      onSuccess: (answer) => {
        refetchRequest(requestId)
        const warning = answer.warnings?.[0]
        if (warning) showToast('warning', t('orders.preBillDone'), warning)
        else showToast('success', t('orders.preBillDone'))
      },
    },
  )
}
