/** These pure functions say which lines of an account leave for the kitchen, which wait for their course, and what comes next. */
import type { Account, AccountCourse, Course, Line, LineCourse } from '../../api/model'
import { isSent } from './account'

/** The properties of a line that the rule reads: its course, and the word of the waiter. */
type Placed = { course?: Pick<LineCourse, 'position' | 'at_once'> | null; hold?: boolean | null }

const isLiveSent = (line: Line) => isSent(line) && line.status !== 'DISMISSED'

const positionsOf = (lines: readonly Placed[]) =>
  lines.flatMap(({ course }) => (course && !course.at_once ? [course.position] : []))

/** Returns the position of the course that is being eaten: of what was sent the last, else of what is not sent the first. */
export function currentPosition(sent: readonly Placed[], unsent: readonly Placed[]): number {
  const gone = positionsOf(sent)
  if (gone.length > 0) return Math.max(...gone)
  return Math.min(...positionsOf(unsent.filter(({ hold }) => hold !== true)))
}

/** Returns whether a line that does not wait yet leaves when the account is sent. */
const leaves = ({ course, hold }: Placed, current: number) =>
  hold == null ? !course || course.at_once || course.position <= current : !hold

type Ordered = Pick<Account, 'type' | 'lines'>

/** Splits the unsent lines: those that leave when the account is sent, those that will wait from then on, and those that wait already. */
export function splitUnsent<Each extends Line>({ type, lines }: Ordered, unsent: readonly Each[]) {
  const fresh = unsent.filter((line) => !line.held_at)
  const current = currentPosition(lines.filter(isLiveSent), unsent)
  const goes = (line: Each) => type !== 'TABLE' || leaves(line, current)
  return {
    fresh,
    leaving: fresh.filter(goes),
    staying: fresh.filter((line) => !goes(line)),
    held: unsent.filter((line) => line.held_at),
  }
}

/** Returns whether a dish of this course, added now, would wait. */
export const wouldWait = ({ type, lines }: Ordered, unsent: readonly Line[], course: LineCourse) =>
  type === 'TABLE' && !leaves({ course }, currentPosition(lines.filter(isLiveSent), [...unsent, { course }]))

/* Drinks and what else leaves at once come first, and what has no course last. */
const placeOf = (course: Pick<AccountCourse, 'position' | 'at_once'> | null | undefined) =>
  course?.position ? course.position + (course.at_once ? 0 : 1_000) : Number.POSITIVE_INFINITY

const byPlace = (a: Line, b: Line) => {
  const [one, other] = [placeOf(a.course), placeOf(b.course)]
  return one === other ? 0 : one - other
}

export interface FreshGroup<Each> {
  course: LineCourse | null
  waits: boolean
  lines: Each[]
}

/** Groups the unsent lines that nobody announced yet by their course, in the order of eating, and by whether they will wait. */
export function freshGroups<Each extends Line>(
  request: Ordered,
  unsent: readonly Each[],
): FreshGroup<Each>[] {
  const { fresh, staying } = splitUnsent(request, unsent)
  const groups = new Map<string, FreshGroup<Each>>()
  for (const waits of [false, true]) {
    for (const line of fresh.filter((each) => staying.includes(each) === waits).sort(byPlace)) {
      const key = `${waits} ${line.course?.id}`
      const group = groups.get(key) ?? { course: line.course ?? null, waits, lines: [] }
      groups.set(key, { ...group, lines: [...group.lines, line] })
    }
  }
  return [...groups.values()]
}

/** A course of an account with what was sent of it and what waits. */
export interface CourseGroup<Each> {
  course: AccountCourse
  lines: Each[]
  /** The lines among them that wait. */
  held: Each[]
  /** True for the one that is fired next. */
  isNext: boolean
}

/** Groups what was sent and what waits by course, in the order of eating. */
export function courseGroups<Each extends Line>(
  request: Pick<Account, 'lines' | 'courses'>,
  unsent: readonly Each[],
): CourseGroup<Line | Each>[] {
  const waiting = unsent.filter((line) => line.held_at)
  const all: (Line | Each)[] = [...request.lines.filter(isSent), ...waiting]
  const known = request.courses ?? []
  const courses = new Map(known.map((course) => [course.course_id ?? null, course]))
  for (const line of all.sort(byPlace)) {
    const id = line.course?.id ?? null
    if (!courses.has(id)) courses.set(id, heldCourse(line))
  }
  const groups = [...courses.values()]
    .sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
    .map((course) => {
      const lines = all.filter((line) => (line.course?.id ?? null) === (course.course_id ?? null))
      return { course, lines, held: lines.filter((line) => !isSent(line)) }
    })
    .filter(({ lines }) => lines.length > 0)
  const next =
    groups.find(({ course, held }) => course.is_next && held.length > 0) ??
    groups.find(({ held }) => held.length > 0)
  return groups.map((group) => ({ ...group, isNext: group === next }))
}

/* A waiting line that was put into another course a moment ago: the server has not told of that course yet. */
const heldCourse = ({ course, held_at }: Line): AccountCourse => ({
  course_id: course?.id ?? null,
  name: course?.name ?? '',
  position: course?.position,
  at_once: course?.at_once ?? false,
  state: 'HELD',
  held_at,
  is_next: false,
})

/** Returns the next act of the violet button; null where there is nothing to do. */
export type NextAct<Each> = { act: 'send' } | { act: 'fire'; group: CourseGroup<Each> } | null

export function nextAct<Each extends Line>(request: Account, unsent: readonly Each[]): NextAct<Line | Each> {
  if (unsent.some((line) => !line.held_at)) return { act: 'send' }
  const group = courseGroups(request, unsent).find(({ isNext }) => isNext)
  return group ? { act: 'fire', group } : null
}

/** Returns the number of a course in the order of eating; what leaves at once has none. */
export function courseNumber(course: Pick<AccountCourse, 'position' | 'at_once'>, all: readonly Course[]) {
  const { at_once, position } = course
  if (at_once || !position) return null
  return all.filter((each) => !each.at_once && each.position <= position).length
}
