import { IconCheck, IconChevronDown, IconFlame, IconHandStop } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountCourse, Line } from '../../../api/model'
import { isSent, linesTotal, piecesOf } from '../../../data/orders/account'
import { type CourseGroup, courseNumber } from '../../../data/orders/courses'
import { amount, clock, inSmallLetters, minutes, minutesSince } from '../../../ui/format'
import { useNow } from '../../../ui/now'
import { OneSent } from '../SentLines'
import type { ShownLine } from '../taps'
import { OneUnsent } from '../UnsentLines'
import type { OrderScreenState } from '../useOrderScreen'
import c from './Courses.module.css'
import { LineCourse } from './LineCourse'
import { courseName, fireLabel } from './words'

interface Props {
  work: OrderScreenState
  group: CourseGroup<Line | ShownLine>
  /** True for the course that the violet key fires now. */
  isNow: boolean
  selected: number | null
}

/** Shows one course of an account: a served one as a line that unfolds, any other one with its dishes. */
export function CourseSection({ work, group, isNow, selected }: Props) {
  const lines = useId()
  const { course, held } = group
  const isServed = course.state === 'SERVED' && held.length === 0
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      className={c.course}
      aria-label={courseName(course)}
      data-now={isNow || undefined}
      data-held={held.length > 0 || undefined}
    >
      {isServed ? (
        <h2 className={c.head} data-served>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={lines}
            onClick={() => setOpen((before) => !before)}
          >
            <Words work={work} group={group} isServed />
            <IconChevronDown size={20} stroke={2} aria-hidden="true" />
          </button>
        </h2>
      ) : (
        <div className={c.head}>
          <h2>
            <Words work={work} group={group} isServed={false} />
          </h2>
          {held.length > 0 && !isNow && !work.closed ? <FireKey work={work} course={course} /> : null}
        </div>
      )}
      <div id={lines} hidden={isServed && !isOpen}>
        {group.lines.map((line) => (
          <OneLine
            key={line.id}
            work={work}
            line={line}
            isNext={group.isNext}
            selected={line.id === selected}
          />
        ))}
      </div>
    </section>
  )
}

/** Fires a course out of turn. */
function FireKey({ work, course }: { work: OrderScreenState; course: AccountCourse }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={c.fire}
      aria-label={fireLabel(course)}
      title={t('courses.now')}
      disabled={!work.online || work.sending || work.view.panel !== null}
      onClick={() => work.taps.send(course.course_id ?? null)}
    >
      <IconFlame size={23} stroke={2} aria-hidden="true" />
    </button>
  )
}

interface LineProps {
  work: OrderScreenState
  line: Line
  /** The areas that will make a line are told of the course that follows. */
  isNext: boolean
  selected: boolean
}

function OneLine({ work, line, isNext, selected }: LineProps) {
  if (isSent(line)) return <OneSent work={work} line={line} selected={selected} />
  const area = isNext ? line.production_area : null
  return (
    <OneUnsent
      work={work}
      line={line}
      selected={selected}
      side={area ? <span className={c.area}>{inSmallLetters(area)}</span> : null}
      more={<LineCourse work={work} line={line} waits />}
    />
  )
}

type Shown = Pick<Props, 'group'> & { isServed: boolean }

/** The head of a course: its number, its name, what became of it and its sum. */
function Words({ work, group, isServed }: Shown & { work: OrderScreenState }) {
  const live = group.lines.filter(({ status }) => status !== 'DISMISSED')
  return (
    <>
      <Mark work={work} group={group} isServed={isServed} />
      <span className={c.name}>
        <b>{courseName(group.course)}</b>
        <State group={group} isServed={isServed} />
      </span>
      <span className={c.total}>{amount(linesTotal(live))}</span>
    </>
  )
}

/** The number of a course in the order of eating; a tick once it is served. */
function Mark({ work, group, isServed }: Shown & { work: OrderScreenState }) {
  const number = courseNumber(group.course, work.catalog.courses)
  const isHeld = group.held.length > 0
  return (
    <span className={c.mark} data-next={group.isNext || undefined}>
      {isServed ? (
        <IconCheck size={17} stroke={2.4} aria-hidden="true" />
      ) : isHeld ? (
        (number ?? <IconHandStop size={16} stroke={2} aria-hidden="true" />)
      ) : (
        (number ?? <IconFlame size={16} stroke={2} aria-hidden="true" />)
      )}
    </span>
  )
}

/** Says what became of a course: "2 · servido 20:14", "sigue · espera hace 6 min", "en espera", "salió 20:20". */
function State({ group: { course, lines, held, isNext }, isServed }: Shown) {
  const { t } = useTranslation()
  const now = useNow()
  if (isServed) {
    const count = piecesOf(lines.filter(({ status }) => status !== 'DISMISSED'))
    const at = course.served_at ? t('courses.served', { time: clock(course.served_at) }) : null
    return <span className={c.state}>{[count, at].filter(Boolean).join(' · ')}</span>
  }
  if (isNext) {
    const waited = minutesSince(held[0]?.held_at ?? now, now)
    const since = waited > 0 ? t('courses.since', { minutes: minutes(waited) }) : t('courses.justNow')
    return (
      <span className={c.state}>
        {t('courses.next')} · {since}
      </span>
    )
  }
  if (held.length > 0) {
    return (
      <span className={c.state}>
        <IconHandStop size={16} stroke={1.9} aria-hidden="true" />
        {t('courses.held')}
      </span>
    )
  }
  return course.fired_at ? (
    <span className={c.state}>{t('courses.fired', { time: clock(course.fired_at) })}</span>
  ) : null
}
