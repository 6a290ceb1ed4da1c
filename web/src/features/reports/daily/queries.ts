import { useQuery } from '@tanstack/react-query'
import { get } from '../../../api/client'
import { useRoom } from '../../../api/realtime'
import { reportKeys } from '../../../data/reports/keys'

/** Reads the sales of a session; without a cycle, those of one's own open one. */
export function useDailyReport(cycle: number | null, enabled = true) {
  useRoom('cash')
  return useQuery({
    queryKey: reportKeys.daily(cycle),
    queryFn: ({ signal }) => get('/pos-options/daily-report', { cashbox_cycle_id: cycle }, signal),
    enabled,
  })
}
