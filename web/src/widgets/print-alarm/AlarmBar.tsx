import { lazy, Suspense } from 'react'
import { Part } from '../../ui/Part'
import { useStanding } from '../../ui/standing'

const PrintAlarm = lazy(() => import('./PrintAlarm'))

/** Shows the kitchen jobs that were not printed, on every till. It loads after the screen, and its failure costs nothing else. */
export const AlarmBar = () =>
  useStanding((now) => now.stands) ? (
    <Part fallback={null}>
      <Suspense>
        <PrintAlarm />
      </Suspense>
    </Part>
  ) : null
