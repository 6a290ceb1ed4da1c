import { lazy, Suspense } from 'react'
import { useFirstScreenDrawn } from '../../ui/firstScreen'
import { Part } from '../../ui/Part'

const PrinterNotices = lazy(() => import('./PrinterNotices').then((m) => ({ default: m.PrinterNotices })))

/** Tells the kitchen about its printers: which one fails, and where its papers come out. Its failure costs nothing else. */
export const NoticeBar = () =>
  useFirstScreenDrawn((now) => now.stands) ? (
    <Part fallback={null}>
      <Suspense>
        <PrinterNotices ringing={[]} />
      </Suspense>
    </Part>
  ) : null
