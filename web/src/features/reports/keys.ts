import { cashKeys } from '../cash/keys'

export const reportKeys = {
  dashboard: ['dashboard'] as const,
  daily: (cycle: number | null) => [...cashKeys.all, 'daily-report', cycle] as const,
  actionLog: (query: unknown) => ['action-log', query] as const,
  actionFilters: ['action-log', 'filters'] as const,
}
