import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazyPart'
import { useNow } from '../../ui/now'
import { useStuckJobs } from './printing'

const StuckJob = lazyPart(() => import('./StuckJob').then((m) => m.StuckJob))

/** Lists the failed print jobs of this account: what happened, and what this user may do about it. */
export function StuckJobs({ requestId }: { requestId: number }) {
  const jobs = useStuckJobs(requestId, useNow())
  if (jobs.length === 0) return null
  return (
    <Suspense fallback={null}>
      {jobs.map((job) => (
        <StuckJob key={job.id} job={job} />
      ))}
    </Suspense>
  )
}
