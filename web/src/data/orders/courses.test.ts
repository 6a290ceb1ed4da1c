import { describe, expect, it } from 'vitest'
import type { Account, AccountCourse, Line, LineCourse } from '../../api/model'
import { courseGroups, courseNumber, freshGroups, nextAct, splitUnsent, wouldWait } from './courses'
import rule from './courses.cases.json'
import { line } from './sample'

/*
 * `courses.cases.json` tells the rule to both sides: the server's unit test reads it too. `courses` are those of the house. Each case is
 * one sending: `type` is that of the account, `sent` the courses of which something was sent before (null: without a course), `lines` are
 * the unsent lines. Of a line `course` is the name (null: none), `hold` what the waiter said (null: nothing), `held` whether it waits
 * already, and `leaves` what the rule has to say.
 */
const courses: LineCourse[] = rule.courses
const courseOf = (name: string | null) => courses.find((each) => each.name === name) ?? null
const heldAt = '2026-11-28T20:08:00-05:00'

let ids = 0
const of = (course: string | null, over: Partial<Line> = {}) => {
  ids += 1
  return line({
    id: ids,
    name: `${course} ${ids}`,
    course: courseOf(course),
    hold: null,
    held_at: null,
    ...over,
  })
}
const sent = (course: string | null) => of(course, { command_id: 5 })
const held = (course: string | null) => of(course, { held_at: heldAt })
const account = (lines: Line[], over: Partial<Account> = {}) =>
  ({ type: 'TABLE', lines, courses: [], ...over }) as unknown as Account
const told = (name: string, over: Partial<AccountCourse> = {}): AccountCourse => {
  const { id, ...course } = courseOf(name) ?? { id: 0, position: 0, at_once: false }
  return { ...course, course_id: id, name, state: 'HELD', is_next: false, ...over }
}

describe('what leaves when the account is sent', () => {
  it.each(rule.cases)('$name', ({ type, sent: before, lines }) => {
    const unsent = lines.map((each) =>
      of(each.course, { hold: each.hold, held_at: each.held ? heldAt : null }),
    )
    const request = account([...before.map(sent), ...unsent], { type: type as Account['type'] })
    const { leaving } = splitUnsent(request, unsent)
    expect(unsent.map((each) => leaving.includes(each))).toEqual(lines.map((each) => each.leaves))
  })

  it('says before a dish is added whether it will wait', () => {
    const main = courseOf('Fondos') as LineCourse
    expect(wouldWait(account([]), [], main)).toBe(false)
    expect(wouldWait(account([]), [of('Entradas')], main)).toBe(true)
    expect(wouldWait(account([sent('Fondos')]), [], main)).toBe(false)
    expect(wouldWait(account([], { type: 'ORDER' }), [of('Entradas')], main)).toBe(false)
  })
})

describe('the account by courses', () => {
  it('shows what was sent and what waits in the order of eating, drinks first and what has no course last', () => {
    const lines = [sent(null), sent('Entradas'), held('Postres'), held('Fondos'), sent('Bebidas')]
    const groups = courseGroups(
      account(lines, { courses: [told('Fondos', { is_next: true }), told('Postres')] }),
      lines.filter((each) => each.held_at),
    )
    expect(groups.map(({ course }) => course.name)).toEqual(['Bebidas', 'Entradas', 'Fondos', 'Postres', ''])
    expect(groups.map(({ isNext }) => isNext)).toEqual([false, false, true, false, false])
  })

  it('has a line in its new course before the server has answered', () => {
    const moved = held('Postres')
    const groups = courseGroups(account([], { courses: [told('Fondos', { is_next: true })] }), [moved])
    expect(groups).toMatchObject([{ course: { name: 'Postres' }, held: [{ id: moved.id }], isNext: true }])
  })

  it('groups what is new by what becomes of it', () => {
    const lines = [
      of('Postres'),
      of('Entradas'),
      of('Bebidas', { hold: true }),
      of('Fondos', { hold: false }),
    ]
    expect(
      freshGroups(account([]), [...lines, held('Fondos')]).map(({ course, waits }) => [course?.name, waits]),
    ).toEqual([
      ['Entradas', false],
      ['Fondos', false],
      ['Bebidas', true],
      ['Postres', true],
    ])
  })

  it('counts the courses without what leaves at once', () => {
    const all = courses.map((each) => ({ ...each, auto_fire: false, categories: 0, products: 0 }))
    expect(courses.map((each) => courseNumber(each, all))).toEqual([null, 1, 2, 3])
  })
})

describe('what the violet button does', () => {
  const waiting = [held('Fondos'), held('Postres')]
  const courseStates = [told('Fondos', { is_next: true }), told('Postres')]

  it('sends while something is new', () =>
    expect(nextAct(account(waiting, { courses: courseStates }), [...waiting, of('Bebidas')])).toEqual({
      act: 'send',
    }))

  it('fires the next course once nothing is new', () =>
    expect(nextAct(account(waiting, { courses: courseStates }), waiting)).toMatchObject({
      act: 'fire',
      group: { course: { name: 'Fondos' }, held: [{ id: waiting[0]?.id }] },
    }))

  it('fires what waits without a course', () =>
    expect(nextAct(account([]), [held(null)])).toMatchObject({
      act: 'fire',
      group: { course: { course_id: null } },
    }))

  it('does nothing where nothing waits', () => expect(nextAct(account([sent('Fondos')]), [])).toBeNull())
})
