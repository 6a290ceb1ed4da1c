import { IconStairsUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { wouldWait } from '../../../data/orders/courses'
import type { OrderScreenState } from '../useOrderScreen'
import c from './Courses.module.css'

/** Says under the tiles that what is added here joins a later course and waits, and lets it leave with the next sending. */
export function CourseBar({ work }: { work: OrderScreenState }) {
  const { t } = useTranslation()
  const { catalog, request, menu, rush } = work
  const ids = new Set(menu.shown.map(({ course_id }) => course_id))
  const waiting = catalog.courses.filter(
    (course) => ids.has(course.id) && wouldWait(request, work.taps.unsent, course),
  )
  if (waiting.length === 0 || work.closed) return null
  const [only, ...others] = waiting
  const joins = others.length > 0 ? t('courses.joinsOwn') : t('courses.joins', { course: only?.name })
  const atOnce = catalog.courses.filter(({ at_once }) => at_once).map(({ name }) => name)
  return (
    <aside className={c.bar} data-rush={rush || undefined}>
      <IconStairsUp size={26} stroke={1.8} aria-hidden="true" />
      <p aria-live="polite">
        <b>{rush ? t('courses.rush') : joins}</b>
        <span>
          {t('courses.each')}
          {atOnce.length > 0 ? ` ${t('courses.atOnce', { names: atOnce.join(', ') })}` : ''}
        </span>
      </p>
      <button type="button" aria-pressed={rush} onClick={() => work.setRush(!rush)}>
        {t(rush ? 'courses.letWait' : 'courses.now')}
      </button>
    </aside>
  )
}
