import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Printer, PrintJob, Timestamp } from '../../api/model'
import { queryClient } from '../../api/query'
import { useWrite } from '../../api/useWrite'
import { showToast } from '../../ui/toasts'
import type { JobAction } from './state'

const refetch = () => void queryClient.invalidateQueries({ queryKey: ['printing'] })

export interface PairingCode {
  code: string
  expires_at: Timestamp
}

export function usePairingCode() {
  const { t } = useTranslation()
  return useWrite((_: undefined, key) => write<PairingCode>('POST', '/print-agents/pairing-codes', key, {}), {
    failed: t('printing.pair.failed'),
  })
}

/** Says its failure in the dialog that asked. */
export function useRevokeAgent(onRevoked: () => void) {
  return useWrite((agentId: number, key) => write<unknown>('DELETE', `/print-agents/${agentId}`, key, {}), {
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
    (printer: Pick<Printer, 'id' | 'name'>, key) =>
      write<unknown>('POST', `/printers/${printer.id}/test`, key, {}),
    {
      failed: t('printing.testFailed'),
      onSuccess: (_, printer) => {
        refetch()
        showToast('success', t('printing.testSent'), printer.name)
      },
    },
  )
}

/** Says its failure in the dialog that asked. */
export function useDeletePrinter(onDeleted: () => void) {
  const { t } = useTranslation()
  return useWrite((id: number, key) => write<unknown>('DELETE', `/printers/${id}`, key, {}), {
    onError: () => true,
    onSuccess: () => {
      refetch()
      showToast('success', t('printing.delete.done'))
      onDeleted()
    },
  })
}

/** What somebody decides about a job that stands still. */
export function useDecideJob() {
  const { t } = useTranslation()
  return useWrite(
    ({ id, action }: { id: string; action: JobAction }, key) =>
      write<PrintJob>('POST', `/print-jobs/${id}/${action}`, key, {}),
    { failed: t('printing.jobs.failed'), onSuccess: refetch, onError: () => refetch() as undefined },
  )
}

/** One more copy of what is on paper already; it says so on it. */
export function useReprintJob() {
  const { t } = useTranslation()
  return useWrite((id: string, key) => write<PrintJob>('POST', `/print-jobs/${id}/reprint`, key, {}), {
    failed: t('printing.jobs.failed'),
    onSuccess: () => {
      refetch()
      showToast('success', t('printing.paper.reprinted'))
    },
  })
}
