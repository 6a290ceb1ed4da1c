/**
 * These pure functions say what is chosen in the groups of options of a product, what is missing, and what it costs. The server decides all
 * of it again.
 */
import type { ChoiceGroup, ChoiceOption, LineTopping, SaleCatalog, SaleProduct } from '../../../api/model'
import { priceCentimos } from '../../../ui/format'

/** An option that is chosen, with what is chosen in the group that it opens. */
export interface ChosenOption {
  id: number
  quantity: number
  nested: ChosenOption[]
}

/** What is chosen in each group by its id, in the order of tapping. */
export type ChosenOptions = Record<number, ChosenOption[]>

type Groups = SaleCatalog['choice_groups']

/** Returns the groups that a product offers, in its order. */
export const groupsOf = (product: SaleProduct, catalog: SaleCatalog): ChoiceGroup[] =>
  product.choice_group_ids.flatMap((id) => catalog.choice_groups.filter((group) => group.id === id))

/** Returns the group that an option opens. */
export const openedBy = (option: ChoiceOption, all: Groups) =>
  all.find((group) => group.id === option.group_id)

/** Returns whether an option can be had today. */
export const isThere = (option: ChoiceOption) => option.status === 'ACTIVE' && !option.sold_out

export const countOf = (chosen: ChosenOption[]) => chosen.reduce((sum, { quantity }) => sum + quantity, 0)

/** Returns how many have to be chosen today: no more than there are to choose from. */
export const requiredOf = (group: ChoiceGroup) =>
  Math.min(group.minimum, group.options.filter(isThere).length)

/** Returns how many are still to be chosen. */
export const missingIn = (group: ChoiceGroup, chosen: ChosenOption[]) =>
  Math.max(0, requiredOf(group) - countOf(chosen))

/** Returns what is chosen unless somebody chooses otherwise. */
export function defaultsOf(group: ChoiceGroup, all: Groups): ChosenOption[] {
  const marked = group.options.filter((option) => option.is_default && isThere(option))
  return marked.map((option) => choose(option, all))
}

/** Returns an option as it is when it is just chosen; a group that it opens opens no further one. */
function choose(option: ChoiceOption, all: Groups): ChosenOption {
  const opened = openedBy(option, all)
  return { id: option.id, quantity: 1, nested: opened ? defaultsOf(opened, []) : [] }
}

/** Returns what is chosen without what cannot be had any more: it may sell out, or be removed, while somebody chooses. */
export function withoutGone(groups: ChoiceGroup[], chosen: ChosenOptions, all: Groups): ChosenOptions {
  const left = (group: ChoiceGroup, among: ChosenOption[], opens: Groups): ChosenOption[] =>
    among.flatMap((each) => {
      const option = group.options.find(({ id }) => id === each.id)
      if (!option || !isThere(option)) return []
      const opened = openedBy(option, opens)
      return [{ ...each, nested: opened ? left(opened, each.nested, []) : [] }]
    })
  return Object.fromEntries(groups.map((group) => [group.id, left(group, chosen[group.id] ?? [], all)]))
}

/** Returns what is chosen after a tap on an option; null where no more may be chosen. */
export function tapOption(
  group: ChoiceGroup,
  chosen: ChosenOption[],
  option: ChoiceOption,
  all: Groups,
): ChosenOption[] | null {
  const others = chosen.filter(({ id }) => id !== option.id)
  if (others.length < chosen.length) {
    // The one answer of a question that has to be answered is only exchanged for another.
    return group.maximum === 1 && requiredOf(group) === 1 ? chosen : others
  }
  if (group.maximum === 1) return [choose(option, all)]
  return countOf(chosen) < group.maximum ? [...chosen, choose(option, all)] : null
}

/** A price in the server's text, and for how many units it counts. */
interface PricedPart {
  price: string
  units: number
}

/** Returns each chosen option with its price: the first free ones in the order of tapping cost nothing. */
function priceGroup(group: ChoiceGroup, chosen: ChosenOption[]) {
  let free = group.free
  return chosen.flatMap((each) => {
    const option = group.options.find(({ id }) => id === each.id)
    if (!option) return []
    const included = Math.min(each.quantity, free)
    free -= included
    const parts: PricedPart[] = [
      { price: '0.00', units: included },
      { price: option.amount, units: each.quantity - included },
    ]
    return [{ each, option, parts: parts.filter(({ units }) => units > 0) }]
  })
}

/** Returns what an option adds to the price where it is chosen, else what it would add, in céntimos. */
export function addsOf(group: ChoiceGroup, chosen: ChosenOption[], option: ChoiceOption): number {
  const isNext = chosen.every(({ id }) => id !== option.id)
  const before = group.maximum === 1 ? [] : chosen
  const then = isNext ? [...before, { id: option.id, quantity: 1, nested: [] }] : chosen
  const parts = priceGroup(group, then).find(({ each }) => each.id === option.id)?.parts ?? []
  return parts.reduce((sum, { price, units }) => sum + priceCentimos(price) * units, 0)
}

/** Returns the chosen options as toppings of the line, group by group and in the order of tapping, as the server will have them. */
export function lineToppings(groups: ChoiceGroup[], chosen: ChosenOptions, all: Groups): LineTopping[] {
  let number = 0
  return groups.flatMap((group) =>
    priceGroup(group, chosen[group.id] ?? []).flatMap(({ each, option, parts }) => {
      number += 1
      const opened = openedBy(option, all)
      const nested = opened ? priceGroup(opened, each.nested) : []
      return [
        ...parts.map((part) => toppingOf(group, option, part, number)),
        ...nested.flatMap((inner) =>
          inner.parts.map(({ price, units }) => ({
            ...toppingOf(
              opened ?? group,
              inner.option,
              { price, units: units * each.quantity },
              number,
              true,
            ),
          })),
        ),
      ]
    }),
  )
}

const toppingOf = (
  group: ChoiceGroup,
  option: ChoiceOption,
  { price, units }: PricedPart,
  number: number,
  is_nested = false,
): LineTopping => ({
  id: option.topping_id,
  name: option.name,
  price,
  quantity: String(units),
  choice: { number, group_id: group.id, group: group.name, option_id: option.id, is_nested },
})

/** Returns what the toppings of a line say is chosen; what cannot be had any more is left out, so that it is chosen anew. */
export function chosenOnLine(groups: ChoiceGroup[], toppings: LineTopping[], all: Groups): ChosenOptions {
  const chosen: ChosenOptions = {}
  for (const group of groups) {
    const own = toppings.filter(({ choice }) => choice && !choice.is_nested && choice.group_id === group.id)
    chosen[group.id] = joined(group, own).map((each) => {
      const number = own.find(({ choice }) => choice?.option_id === each.id)?.choice?.number
      const opened = all.find(
        ({ id }) => id === group.options.find((option) => option.id === each.id)?.group_id,
      )
      const inner = toppings.filter(({ choice }) => choice?.is_nested && choice.number === number)
      return { ...each, nested: opened ? joined(opened, inner, each.quantity) : [] }
    })
  }
  return chosen
}

/** Joins the free part of an option with the other one; the line has it for `per` units. */
function joined(group: ChoiceGroup, toppings: LineTopping[], per = 1): ChosenOption[] {
  const found = new Map<number, ChosenOption>()
  for (const { choice, quantity } of toppings) {
    const option = group.options.find(({ id }) => id === choice?.option_id)
    if (!option || !isThere(option)) continue
    const before = found.get(option.id)?.quantity ?? 0
    found.set(option.id, { id: option.id, quantity: before + Number(quantity) / per, nested: [] })
  }
  return [...found.values()]
}

/** A group in which something is still to be chosen. */
export interface MissingChoice {
  group: ChoiceGroup
  count: number
}

/** Returns the groups in which something is missing, each followed by those that its options open. */
export function missingChoices(groups: ChoiceGroup[], chosen: ChosenOptions, all: Groups): MissingChoice[] {
  return groups.flatMap((group) => {
    const own = chosen[group.id] ?? []
    const opened = own.flatMap((each) => {
      const option = group.options.find(({ id }) => id === each.id)
      const inner = option && openedBy(option, all)
      return inner ? [{ group: inner, count: missingIn(inner, each.nested) }] : []
    })
    return [{ group, count: missingIn(group, own) }, ...opened].filter(({ count }) => count > 0)
  })
}
