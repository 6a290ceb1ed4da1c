import type { LineTopping } from '../../api/model'
import type { BodyOf } from '../../api/paths'

type Choices = NonNullable<BodyOf<'POST', '/orders'>['products'][number]['choices']>

interface Counted {
  group_id: number
  option_id: number
  units: number
  choices: Counted[]
}

/**
 * Returns what was chosen in groups of options as the server takes it, in the order of choosing. A line has one entry for the part of a choice
 * that is free and one for the part that is not, and what it opened for all its units; here each option stands once, and what it opened for
 * one unit.
 */
export function choicesBody(toppings: LineTopping[]): Choices {
  const chosen = new Map<number, Counted>()
  for (const { quantity, choice } of toppings) {
    if (!choice) continue
    const { number, group_id, option_id, is_nested } = choice
    const own = chosen.get(number) ?? { group_id, option_id, units: 0, choices: [] }
    chosen.set(number, own)
    if (!is_nested) own.units += Number(quantity)
    else {
      const same = own.choices.find((each) => each.option_id === option_id)
      const units = Number(quantity) / own.units
      if (same) same.units += units
      else own.choices.push({ group_id, option_id, units, choices: [] })
    }
  }
  return [...chosen.values()].map((own) => ({ ...bodyOf(own), choices: own.choices.map(bodyOf) }))
}

const bodyOf = ({ group_id, option_id, units }: Counted) => ({ group_id, option_id, quantity: String(units) })
