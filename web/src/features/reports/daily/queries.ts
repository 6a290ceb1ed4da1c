import { useQuery } from '@tanstack/react-query'
import { get } from '../../../api/client'
import { useRoom } from '../../../api/realtime'

/** What a session sold; without a cycle, one's own open one. */
export function useDailyReport(cycle: number | null, enabled = true) {
  useRoom('cash')
  return useQuery({
    queryKey: ['cash', 'daily-report', cycle],
    queryFn: ({ signal }) => get('/pos-options/daily-report', { cashbox_cycle_id: cycle }, signal),
    enabled,
  })
}
