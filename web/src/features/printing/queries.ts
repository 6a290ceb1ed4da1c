import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../api/client'
import type { Agent, Printer, Timestamp } from '../../api/model'
import { keys, queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { useWrite } from '../../api/useWrite'
import type { PaperLine } from '../../ui/Paper'
import { showToast } from '../../ui/toasts'

export function usePrinters() {
  useRoom('printing')
  return useQuery({
    queryKey: keys.printers,
    queryFn: ({ signal }) => list<Printer>('/printers', { page: false }, signal),
  })
}

export function useAgents() {
  useRoom('printing')
  return useQuery({
    queryKey: keys.agents,
    queryFn: ({ signal }) => list<Agent>('/print-agents', undefined, signal),
  })
}

export interface PaperJob {
  job_id: string | number
  document: string
  created_at: Timestamp
  finished_at: Timestamp | null
  state: string
  duplicate: boolean
  columns: number
  lines: PaperLine[]
}

/** What a virtual printer printed, the latest first. */
export function usePaper(printerId: number) {
  useRoom('printing')
  return useQuery({
    queryKey: keys.paper(printerId),
    queryFn: ({ signal }) => list<PaperJob>(`/printers/${printerId}/paper`, { limit: 20 }, signal),
  })
}

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

export function useTestPage() {
  const { t } = useTranslation()
  return useWrite(
    (printer: Printer, key) => write<unknown>('POST', `/printers/${printer.id}/test`, key, {}),
    {
      failed: t('printing.testFailed'),
      onSuccess: (_, printer) => {
        showToast('success', t('printing.testSent'), printer.name)
        void queryClient.invalidateQueries({ queryKey: ['printing'] })
      },
    },
  )
}

export function useRevokeAgent() {
  const { t } = useTranslation()
  return useWrite((agentId: number, key) => write<unknown>('DELETE', `/print-agents/${agentId}`, key), {
    failed: t('printing.revokeFailed'),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['printing'] }),
  })
}
