import { courseGroups, freshGroups, nextAct } from '../../../data/orders/courses'
import { useKeptSelection } from '../useKeptSelection'
import type { OrderScreenState } from '../useOrderScreen'
import { CourseSection } from './CourseSection'
import { FreshLines } from './FreshLines'

/** Shows an account by its courses: what is new and not announced on top, then everything else in the order of eating. */
export function CourseLines({ work, selected }: { work: OrderScreenState; selected: number | null }) {
  const { request } = work
  const { unsent } = work.taps
  useKeptSelection(unsent, selected, work.show.select)
  const isFiring = nextAct(request, unsent)?.act === 'fire'
  return (
    <>
      <FreshLines work={work} groups={freshGroups(request, unsent)} selected={selected} />
      {courseGroups(request, unsent).map((group) => (
        <CourseSection
          key={group.course.course_id ?? 'none'}
          work={work}
          group={group}
          isNow={group.isNext && isFiring}
          selected={selected}
        />
      ))}
    </>
  )
}
