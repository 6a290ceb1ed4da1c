import { describe, expect, it } from 'vitest'
import type { ChoiceGroup, ChoiceOption } from '../../../api/model'
import { ruleOf, ruleWithCount } from '../../../data/catalog/choiceRule'
import { priceCentimos } from '../../../ui/format'
import {
  addsOf,
  type ChosenOption,
  chosenOnLine,
  defaultsOf,
  lineToppings,
  missingChoices,
  requiredOf,
  tapOption,
  withoutGone,
} from './rules'

const option = (
  id: number,
  name: string,
  amount = '0.00',
  over: Partial<ChoiceOption> = {},
): ChoiceOption => ({
  id,
  topping_id: id + 100,
  name,
  amount,
  allergens: [],
  is_default: false,
  group_id: null,
  sold_out: false,
  status: 'ACTIVE',
  ...over,
})
const group = (
  id: number,
  name: string,
  [minimum, maximum, free]: [number, number, number],
  options: ChoiceOption[],
): ChoiceGroup => ({ id, name, minimum, maximum, free, options, products: 1 })

const done = group(2, 'Término', [1, 1, 0], [option(21, 'Inglés'), option(22, '3/4')])
const rib = option(11, 'Bife ancho', '0.00', { group_id: 2 })
const rump = option(12, 'Picaña', '8.00')
const chicken = option(13, 'Pollo')
const meats = group(1, 'Carnes', [3, 3, 0], [rib, rump, chicken, option(14, 'Chorizo')])
const fries = option(31, 'Papas fritas', '6.00')
const salad = option(32, 'Ensalada', '6.00')
const yam = option(33, 'Camote frito', '6.50')
const sides = group(3, 'Guarniciones', [2, 4, 2], [fries, salad, yam, option(34, 'Arroz', '6.00')])
const all = [meats, done, sides]

/** Taps one option after the other; a tap that is refused changes nothing. */
const tapped = (of: ChoiceGroup, options: ChoiceOption[]) =>
  options.reduce<ChosenOption[]>((chosen, each) => tapOption(of, chosen, each, all) ?? chosen, [])
const priced = (of: ChoiceGroup, options: ChoiceOption[]) =>
  lineToppings([of], { [of.id]: tapped(of, options) }, all).map(({ name, price }) => `${name} ${price}`)

describe('the price of what is chosen', () => {
  it('is nothing for the first ones in the order of tapping', () => {
    expect(priced(sides, [yam, fries, salad])).toEqual([
      'Camote frito 0.00',
      'Papas fritas 0.00',
      'Ensalada 6.00',
    ])
    expect(priced(sides, [fries, salad, yam])).toEqual([
      'Papas fritas 0.00',
      'Ensalada 0.00',
      'Camote frito 6.50',
    ])
  })

  it('moves on to the next one when a free one is given back', () =>
    expect(priced(sides, [fries, salad, yam, fries])).toEqual(['Ensalada 0.00', 'Camote frito 0.00']))

  it('of several of one option is split where only a part is free', () => {
    const three = [{ id: fries.id, quantity: 3, nested: [] }]
    expect(lineToppings([sides], { 3: three }, all)).toMatchObject([
      { price: '0.00', quantity: '2', choice: { number: 1 } },
      { price: '6.00', quantity: '1', choice: { number: 1 } },
    ])
  })

  it('stands in each key: what it costs, or would cost as the next one', () => {
    const chosen = tapped(sides, [fries, salad, yam])
    expect(sides.options.map((each) => addsOf(sides, chosen, each))).toEqual([0, 0, 650, 600])
    expect(sides.options.map((each) => addsOf(sides, [], each))).toEqual([0, 0, 0, 0])
    const size = group(5, 'Tamaño', [1, 1, 1], [option(51, 'Chico', '4.00'), option(52, 'Grande', '9.00')])
    expect(size.options.map((each) => addsOf(size, tapped(size, size.options), each))).toEqual([0, 0])
  })

  it('never charges more units than were chosen beyond the free ones, whatever the order', () => {
    const orders = (options: ChoiceOption[]): ChoiceOption[][] =>
      options.length === 0
        ? [[]]
        : options.flatMap((first) => [
            ...orders(options.filter((each) => each !== first)).map((rest) => [first, ...rest]),
          ])
    for (const order of orders(sides.options)) {
      const chosen = tapped(sides, order)
      const sum = lineToppings([sides], { 3: chosen }, all).reduce(
        (total, { price, quantity }) => total + priceCentimos(price) * Number(quantity),
        0,
      )
      const late = order.slice(2).reduce((total, each) => total + priceCentimos(each.amount), 0)
      expect(sum).toBe(late)
      expect(chosen.reduce((total, _, at) => total + addsOf(sides, chosen, order[at] ?? fries), 0)).toBe(late)
    }
  })
})

describe('a tap on an option', () => {
  it('replaces the one answer, which stays while one is needed', () => {
    const [first, second] = done.options as [ChoiceOption, ChoiceOption]
    expect(tapped(done, [first, second]).map(({ id }) => id)).toEqual([22])
    expect(tapped(done, [first, first]).map(({ id }) => id)).toEqual([21])
    const free = { ...done, minimum: 0 }
    expect(tapped(free, [first, first])).toEqual([])
  })

  it('over the most is refused', () =>
    expect(
      tapOption(meats, tapped(meats, [rib, rump, chicken]), meats.options[3] as ChoiceOption, all),
    ).toBeNull())
})

describe('what is missing', () => {
  it('is counted in each group, also in those that a choice opens', () => {
    const chosen = { 1: tapped(meats, [rib, rump]), 3: tapped(sides, [fries, salad, yam]) }
    expect(missingChoices([meats, sides], chosen, all).map((each) => [each.group.name, each.count])).toEqual([
      ['Carnes', 1],
      ['Término', 1],
    ])
    const full = { ...chosen, 1: tapped(meats, [rump, chicken, meats.options[3] as ChoiceOption]) }
    expect(missingChoices([meats, sides], full, all)).toEqual([])
  })

  it('is no more than can be had today', () => {
    const gone = { sold_out: true }
    const poor = group(4, 'Cremas', [2, 2, 2], [option(41, 'Ají', '0.00', gone), option(42, 'Mayonesa')])
    expect(requiredOf(poor)).toBe(1)
    expect(requiredOf({ ...poor, options: [option(43, 'Rocoto', '0.00', { status: 'INACTIVE' })] })).toBe(0)
  })
})

describe('what is chosen at first', () => {
  const marked = { is_default: true }
  it('is what the house marked, without what is gone, and with what it opens', () => {
    const opened = { ...done, options: [option(21, 'Inglés', '0.00', marked), option(22, '3/4')] }
    const own = group(
      1,
      'Carnes',
      [1, 3, 0],
      [{ ...rib, ...marked }, option(15, 'Lomo', '0.00', { ...marked, sold_out: true }), chicken],
    )
    expect(defaultsOf(own, [own, opened])).toEqual([
      { id: 11, quantity: 1, nested: [{ id: 21, quantity: 1, nested: [] }] },
    ])
  })

  it('of a line is what it has, in its order, without what is gone meanwhile', () => {
    const chosen = {
      1: [
        { id: 12, quantity: 1, nested: [] },
        { id: 11, quantity: 2, nested: [{ id: 22, quantity: 1, nested: [] }] },
      ],
      3: [{ id: 33, quantity: 3, nested: [] }],
    }
    const line = lineToppings([meats, sides], chosen, all)
    expect(chosenOnLine([meats, sides], line, all)).toEqual(chosen)
    const soldOut = { ...meats, options: [{ ...rump, sold_out: true }, rib] }
    expect(chosenOnLine([soldOut, sides], line, all)[1]?.map(({ id }) => id)).toEqual([11])
  })
})

describe('what sells out or is removed while somebody chooses', () => {
  const opened = { ...meats, options: [rib, rump, chicken] }
  const chosen = {
    1: [
      { id: 11, quantity: 1, nested: [{ id: 22, quantity: 1, nested: [] }] },
      { id: 12, quantity: 1, nested: [] },
    ],
  }
  const left = (options: ChoiceOption[], groups = all) =>
    withoutGone([{ ...opened, options }], chosen, groups)[1]

  it('is unticked, and the others stay with what they opened', () => {
    expect(left(opened.options)).toEqual(chosen[1])
    expect(left([rib, { ...rump, sold_out: true }])).toEqual([chosen[1][0]])
    expect(left([{ ...rib, status: 'INACTIVE' }, rump])).toEqual([chosen[1][1]])
    expect(left([rump])).toEqual([chosen[1][1]])
  })

  it('is unticked in the group that an option opened, too', () => {
    const gone = { ...done, options: done.options.filter(({ id }) => id !== 22) }
    expect(left(opened.options, [gone])?.[0]?.nested).toEqual([])
    expect(
      missingChoices([{ ...opened, minimum: 2 }], { 1: left(opened.options, [gone]) ?? [] }, [gone]),
    ).toHaveLength(1)
  })
})

describe('a rule in words', () => {
  const rule = (minimum: number, maximum: number, free: number, amounts = ['6.00']) => ({
    minimum,
    maximum,
    free,
    options: amounts.map((amount) => ({ amount })),
  })
  it.each([
    [rule(3, 3, 0), 0, 'Elige 3', 'Elige 3 · 0 de 3'],
    [rule(1, 1, 0), 1, 'Elige 1', 'Elige 1'],
    [rule(2, 4, 2), 3, '2 incluidas, hasta 4', '2 incluidas, hasta 4 · vas 3'],
    [rule(0, 4, 1), 0, '1 incluida, hasta 4', '1 incluida, hasta 4'],
    [rule(0, 3, 0, ['0.00']), 0, 'Opcional, hasta 3, sin costo', 'Opcional, hasta 3, sin costo'],
    [rule(0, 3, 3), 2, 'Opcional, hasta 3, sin costo', 'Opcional, hasta 3, sin costo · vas 2'],
    [rule(0, 3, 0), 0, 'Opcional, hasta 3', 'Opcional, hasta 3'],
    [rule(1, 3, 0), 2, 'Elige de 1 a 3', 'Elige de 1 a 3 · vas 2'],
  ])('%j with %d chosen', (of, count, words, withCount) =>
    expect([ruleOf(of), ruleWithCount(of, count)]).toEqual([words, withCount]),
  )
})
