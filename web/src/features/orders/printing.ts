/** These queries read the failed print jobs of an account. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../api/client'
import type { PrintJob } from '../../api/model'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { printingKeys } from '../../data/printing/keys'
import { offerAgain } from '../../data/printing/offerAgain'
import { useWrite } from '../../ui/useWrite'

/** Reads all print jobs of an account that are not finished, and those that came too late. */
function useJobs(requestId: number) {
  useRoom('printing')
  const ask = (state: string) => ({
    queryKey: printingKeys.ofAccount(requestId, state),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      list('/print-jobs', { client_request_id: requestId, state, per_page: 50 }, signal),
  })
  const unfinished = useQuery(ask('WAITING'))
  const expired = useQuery(ask('EXPIRED'))
  return useMemo(
    () => [...(unfinished.data?.rows ?? []), ...(expired.data?.rows ?? [])],
    [unfinished.data, expired.data],
  )
}

/** A job on its way is printed within seconds. */
const patienceMs = 60_000

/** Returns whether a job was not printed and is not about to be. */
export function isStuck(job: Pick<PrintJob, 'document' | 'state' | 'created_at'>, now: number): boolean {
  if (job.document === 'DRAWER') return false
  if (['HELD', 'UNCERTAIN', 'EXPIRED'].includes(job.state)) return true
  const onItsWay = ['PENDING', 'OFFERED', 'SPOOLED'].includes(job.state)
  return onItsWay && now - new Date(job.created_at).getTime() > patienceMs
}

export const useStuckJobs = (requestId: number, now: number): PrintJob[] =>
  useJobs(requestId).filter((job) => isStuck(job, now))

export type JobDecision = 'release' | 'reprint' | 'cancel'

/** Releases a late job, prints a doubtful one again, or cancels one. */
export function useDecideJob() {
  const { t } = useTranslation()
  return useWrite(
    ({ id, decision }: { id: string; decision: JobDecision }, key) =>
      write('POST', `/print-jobs/${id}/${decision}`, key, {}),
    {
      failed: t('printing.jobs.failed'),
      onSuccess: ({ print_job_id }, { decision }) => {
        void queryClient.invalidateQueries({ queryKey: printingKeys.all })
        if (decision !== 'cancel') void offerAgain(print_job_id).catch(() => undefined)
      },
    },
  )
}
