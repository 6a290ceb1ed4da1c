import { lazy, Suspense } from 'react'
import { useFirstScreenDrawn } from '../../ui/firstScreen'
import { Part } from '../../ui/Part'

const PrintAlarm = lazy(() => import('./PrintAlarm'))

/** Shows the kitchen jobs that were not printed, on every till. It loads after the screen, and its failure costs nothing else. */
export const AlarmBar = () =>
  useFirstScreenDrawn((now) => now.stands) ? (
    <Part fallback={null}>
      <Suspense>
        <PrintAlarm />
      </Suspense>
    </Part>
  ) : null
