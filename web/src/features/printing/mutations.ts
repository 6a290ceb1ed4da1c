import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Printer } from '../../api/model'
import { queryClient } from '../../api/query'
import { printingKeys } from '../../data/printing/keys'
import { offerAgain } from '../../data/printing/offerAgain'
import type { JobAction } from '../../data/printing/state'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'

/** The job that will print: the same, or a new one. */
const refetch = () => void queryClient.invalidateQueries({ queryKey: printingKeys.all })

export function usePairingCode() {
  const { t } = useTranslation()
  return useWrite((_: undefined, key) => write('POST', '/print-agents/pairing-codes', key, {}), {
    failed: t('printing.pair.failed'),
  })
}

/** The dialog that asked shows the error. */
export function useRevokeAgent(onRevoked: () => void) {
  return useWrite((agentId: number, key) => write('DELETE', `/print-agents/${agentId}`, key, {}), {
    onError: () => true,
    onSuccess: () => {
      refetch()
      onRevoked()
    },
  })
}

export function useTestPage() {
  const { t } = useTranslation()
  return useWrite(
    (printer: Pick<Printer, 'id' | 'name'>, key) => write('POST', `/printers/${printer.id}/test`, key, {}),
    {
      failed: t('printing.testFailed'),
      onSuccess: (_, printer) => {
        refetch()
        showToast('success', t('printing.testSent'), printer.name)
      },
    },
  )
}

/** The dialog that asked shows the error. */
export function useDeletePrinter(onDeleted: () => void) {
  const { t } = useTranslation()
  return useWrite((id: number, key) => write('DELETE', `/printers/${id}`, key, {}), {
    onError: () => true,
    onSuccess: () => {
      refetch()
      showToast('success', t('printing.delete.done'))
      onDeleted()
    },
  })
}

/** Sends a person's decision about a stuck job. */
export function useDecideJob() {
  const { t } = useTranslation()
  return useWrite(
    ({ id, action }: { id: string; action: Exclude<JobAction, 'reroute'> }, key) =>
      write('POST', `/print-jobs/${id}/${action}`, key, {}),
    {
      failed: t('printing.jobs.failed'),
      onSuccess: ({ print_job_id }, { action }) => {
        refetch()
        if (action === 'release' || action === 'reprint') void offerAgain(print_job_id).catch(() => undefined)
      },
      onError: () => refetch() as undefined,
    },
  )
}

/** Sends waiting jobs to another printer, one after the other: those already sent stay there when a later one fails. */
export function useReroute(onDone: () => void) {
  const { t } = useTranslation()
  return useWrite(
    async ({ ids, to }: { ids: string[]; to: number }, key) => {
      for (const [at, id] of ids.entries()) {
        const body = { printer_id: to }
        const { print_job_id } = await write('POST', `/print-jobs/${id}/reroute`, keyOf(key, at), body)
        void offerAgain(print_job_id).catch(() => undefined)
      }
    },
    {
      // The dialog that asked shows the error.
      onError: () => {
        refetch()
        return true
      },
      onSuccess: (_, { ids }) => {
        refetch()
        showToast('success', t('printing.reroute.done', { count: ids.length }))
        onDone()
      },
    },
  )
}

/** Returns an idempotency key for each of several writes of one decision; they stay the same when it is sent again. */
const keyOf = (key: string, at: number) => key.slice(0, -4) + at.toString(16).padStart(4, '0')

/** Prints one more copy of a finished job; the copy is marked as such. */
export function useReprintJob() {
  const { t } = useTranslation()
  return useWrite((id: string, key) => write('POST', `/print-jobs/${id}/reprint`, key, {}), {
    failed: t('printing.jobs.failed'),
    onSuccess: ({ print_job_id }) => {
      refetch()
      void offerAgain(print_job_id).catch(() => undefined)
      showToast('success', t('printing.paper.reprinted'))
    },
  })
}
