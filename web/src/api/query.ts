import { QueryClient } from '@tanstack/react-query'
import { isApiError } from './errors'

/** All that the server knows, kept until an event says that it changed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      retry: (count, error) => isApiError(error) && error.unsure && count < 2,
      retryDelay: 2000,
    },
  },
})

/** The first word of every query key: what an event of the server makes stale. */
export const keys = {
  floor: ['floor'] as const,
  request: (id: number) => ['request', id] as const,
  payment: (id: number) => ['request', id, 'payment'] as const,
  adjustments: (id: number) => ['request', id, 'adjustments'] as const,
  paymentConfig: ['cash', 'payment-config'] as const,
  catalog: ['catalog'] as const,
  kitchen: (area: number | null) => ['kitchen', area] as const,
  cycles: ['cash', 'cycles'] as const,
  cycle: (id: number) => ['cash', 'cycle', id] as const,
  cashboxes: ['cash', 'cashboxes'] as const,
  printers: ['printing', 'printers'] as const,
  agents: ['printing', 'agents'] as const,
  printedAreas: ['printed-areas'] as const,
  printAlarms: ['print-alarms'] as const,
  printerNotices: ['printer-notices'] as const,
  paper: (printer: number) => ['printing', 'paper', printer] as const,
  dashboard: ['dashboard'] as const,
  company: ['company'] as const,
  recovery: ['recovery'] as const,
  settings: ['settings'] as const,
  firstUse: ['first-use'] as const,
  licence: ['licence'] as const,
  clients: (term: string) => ['clients', term] as const,
}
