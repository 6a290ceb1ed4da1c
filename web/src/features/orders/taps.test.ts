import { describe, expect, it } from 'vitest'
import type { Line } from '../../api/model'
import { extrasOf } from '../../data/orders/lineText'
import { egg, fish, grilled, line } from '../../data/orders/sample'
import { builtOf } from './deliver'
import { built } from './tapped.sample'
import { enqueueTap, fieldsOf, hasChanged, mergeFields, type NewTap, type Tap, withTaps } from './taps'

let ids = 0
const tap = (act: NewTap, over: Partial<Tap> = {}) => {
  ids += 1
  return { id: `t${ids}`, requestId: 12, userId: 4, at: 0, ...act, ...over } as Tap
}
const add = (over = {}) => tap({ kind: 'add', built: built(over) })
const change = (of: Line, set: Partial<ReturnType<typeof fieldsOf>>, over: Partial<Tap> = {}) =>
  tap({ kind: 'change', lineId: of.id, name: of.name, base: fieldsOf(of), set }, over)
const told = (lines: Line[]) => lines.map((each) => `${each.qty} ${each.name} ${each.total}`)

describe('what was tapped and is still under way', () => {
  it('adds up with the same plain line', () =>
    expect(told(withTaps([line()], [add(), add()], 1))).toEqual(['3 Ají de gallina 96.00']))

  it('stands apart when it has a comment', () =>
    expect(withTaps([line()], [add({ comment: 'Sin ají' })], 1)).toHaveLength(2))

  it('stands apart from a line that was sent', () =>
    expect(told(withTaps([line({ command_id: 5 })], [add()], 1))).toEqual(['1 Ají de gallina 32.00']))

  it('is not counted twice once the account has it', () => {
    const answered = { ...add(), done: 8 }
    expect(told(withTaps([line({ qty: '2', total: '64.00' })], [answered], 8))).toEqual([
      '2 Ají de gallina 64.00',
    ])
    expect(told(withTaps([line()], [answered], 7))).toEqual(['2 Ají de gallina 64.00'])
  })

  it('changes and takes away as it was tapped', () => {
    const other = line({ id: 2, name: 'Cau cau' })
    const taps = [
      change(line(), { qty: 3, toppings: [egg] }),
      tap({ kind: 'remove', lineId: 2, name: 'Cau cau', base: fieldsOf(other) }),
    ]
    expect(told(withTaps([line(), other], taps, 1))).toEqual(['3 Ají de gallina 105.00'])
  })
})

describe('a dish with a course', () => {
  const [fondos, postres] = ['Fondos', 'Postres'].map((name, at) => ({
    id: at,
    name,
    position: at,
    at_once: false,
  }))
  const waits = line({ course: fondos, held_at: '2026-11-28T20:08:00-05:00' })

  it('joins none that waits, nor one that is to do something else', () => {
    expect(withTaps([waits], [add({ course: fondos })], 1)).toHaveLength(2)
    const taps = [add({ course: fondos }), add({ course: fondos, hold: false }), add({ course: fondos })]
    expect(withTaps([], taps, 1).map(({ qty, hold }) => [qty, hold])).toEqual([
      ['1', false],
      ['2', null],
    ])
    expect(taps.reduce(enqueueTap, [] as Tap[])).toHaveLength(3)
  })

  it('waits no longer once it is to leave at once, and keeps waiting in another course', () => {
    const shown = (set: Parameters<typeof change>[1]) => withTaps([waits], [change(waits, set)], 1)[0]
    expect(shown({ hold: false })?.held_at).toBeNull()
    expect(shown({ course: postres })).toMatchObject({ course: { name: 'Postres' }, held_at: waits.held_at })
  })
})

describe('a weighed piece', () => {
  const piece = built({ ...builtOf(fish()), qty: 1 })
  const weighed = (lines: Line[]) =>
    lines.map((each) => `${each.qty} ${each.name} ${extrasOf(each)}: ${each.total}`)

  it('is a line of its own, however equal another one is', () => {
    const taps = [add(), add(piece), add(piece)]
    expect(weighed(withTaps([fish({ id: 5 })], taps.slice(1), 1))).toEqual(
      Array(3).fill('1 Lenguado 0.850 kg a 120.00: 102.00'),
    )
    expect(taps.slice(1).reduce(enqueueTap, [] as Tap[])).toHaveLength(2)
  })

  it('costs at once what it weighs now, with its toppings by the piece', () => {
    const steamed = { variant_id: 3, name: 'Al vapor', total_sum: '10.00' }
    const again = change(fish(), { measure: '0.9', variant: steamed, toppings: [egg] })
    expect(weighed(withTaps([fish()], [again], 1))).toEqual([
      '1 Lenguado 0.900 kg a 130.00 · Al vapor · + Huevo frito: 120.00',
    ])
  })

  it('weighs the same however its measure is written', () =>
    expect(mergeFields(fieldsOf(fish()), { measure: '0.850' }, fieldsOf(fish()))).toEqual({
      put: {},
      clash: {},
    }))
})

describe('what was chosen in groups of options', () => {
  const dish = line({ toppings: [...grilled, egg] })

  it('stays with its line while other toppings change, and costs what it did', () => {
    const [shown] = withTaps([dish], [change(dish, { toppings: [] })], 1)
    expect([shown?.toppings, shown?.total]).toEqual([grilled, '40.00'])
  })

  it('is changed without the toppings, and added again whole', () => {
    const others = grilled.slice(0, 2)
    const [shown] = withTaps([dish], [change(dish, { choices: others })], 1)
    expect(shown?.toppings).toEqual([...others, egg])
    expect(builtOf(dish).toppings).toEqual([...grilled, egg])
  })

  it('is not changed by being saved as it is', () => {
    const again = grilled.map((each) => ({ ...each, quantity: `${each.quantity}.000000` }))
    const base = fieldsOf(dish)
    expect(mergeFields(base, { choices: again }, base)).toEqual({ put: {}, clash: {} })
    expect(mergeFields(base, { choices: [] }, base)).toEqual({ put: { choices: [] }, clash: {} })
  })
})

describe('my change beside what somebody else did', () => {
  const base = fieldsOf(line({ qty: '2' }))

  it('is said whole where nothing collides', () =>
    expect(mergeFields(base, { qty: 5 }, { ...base, comment: 'sin ají' })).toEqual({
      put: { qty: 5 },
      clash: {},
    }))

  it('is offered again where they changed the very same', () =>
    expect(mergeFields(base, { qty: 5, comment: 'bien cocido' }, { ...base, qty: 3 })).toEqual({
      put: { comment: 'bien cocido' },
      clash: { qty: 5 },
    }))

  it('has nothing to say where both meant the same', () =>
    expect(mergeFields(base, { qty: 3 }, { ...base, qty: 3 })).toEqual({ put: {}, clash: {} }))

  it('does not insist on what it left as it was', () =>
    expect(mergeFields(base, { ...base, qty: 5 }, { ...base, comment: 'sin ají' })).toEqual({
      put: { qty: 5 },
      clash: {},
    }))

  it('compares toppings by what they are, not by their order', () => {
    const rice = { ...egg, id: 8, name: 'Arroz' }
    const with2 = fieldsOf(line({ toppings: [egg, rice] }))
    expect(hasChanged(with2, { ...with2, toppings: [rice, { ...egg, quantity: '1.000000' }] })).toBe(false)
    expect(hasChanged(with2, { ...with2, toppings: [rice, { ...egg, quantity: '2' }] })).toBe(true)
  })
})

describe('taps that wait', () => {
  it('of one dish become one', () => {
    const [only, ...rest] = enqueueTap([add()], add())
    expect(rest).toEqual([])
    expect(only?.kind === 'add' && only.built.qty).toBe(2)
  })

  it('are left alone once they were said', () => {
    const said = { ...add(), sent: { key: 'a' } }
    expect(enqueueTap([said], add())).toHaveLength(2)
  })

  it('of one line become one, against what was seen first', () => {
    const [only] = enqueueTap([change(line(), { qty: 2 })], change(line({ qty: '2' }), { qty: 3 }))
    expect(only?.kind === 'change' && [only.base.qty, only.set.qty]).toEqual([1, 3])
  })

  it('keep their order across a send', () => {
    const taps = [add(), tap({ kind: 'send' })]
    expect(enqueueTap(taps, add()).map((each) => each.kind)).toEqual(['add', 'send', 'add'])
  })
})
