import type { Decimal, Supply, Unit } from '../../api/model'
import { millionths } from '../../ui/decimals'

const scale = 1_000_000n
const divided = (value: bigint, by: bigint) => (value + by / 2n) / by

/** Returns the cost of a quantity of a supply, in millionths of a sol; null where it is unknown. */
export function costOf(
  supply: Pick<Supply, 'unit_cost' | 'measurement_id'> | undefined,
  units: readonly Pick<Unit, 'id' | 'equivalence'>[],
  quantity: Decimal | null | undefined,
  measurementId: number | null | undefined,
): bigint | null {
  const own = units.find((unit) => unit.id === supply?.measurement_id)
  const typed = units.find((unit) => unit.id === (measurementId ?? supply?.measurement_id))
  const [cost, many, per, worth] = [
    millionths(supply?.unit_cost),
    millionths(quantity),
    millionths(own?.equivalence),
    millionths(typed?.equivalence),
  ]
  if (cost === null || many === null || !per || !worth) return null
  return divided(cost * divided(many * worth, scale), per)
}

/**
 * Returns the unit of a supply's quantities in a recipe: grams where it is bought by the kilogram, millilitres where by the
 * litre.
 */
export function fineUnit<U extends Pick<Unit, 'equivalence'>>(
  own: Pick<Unit, 'equivalence'> | undefined,
  fitting: readonly U[],
): U | undefined {
  const worth = millionths(own?.equivalence)
  return fitting.find((unit) => worth && (millionths(unit.equivalence) ?? 0n) * 1000n === worth)
}

interface Item {
  supply_id: number | null
  quantity: Decimal
  measurement_id: number | null
}

/** Returns the cost of each item of a recipe, and of all of them; null where it is unknown. */
export function recipeCosts(
  items: readonly Item[],
  supplies: readonly Pick<Supply, 'id' | 'unit_cost' | 'measurement_id'>[],
  units: readonly Pick<Unit, 'id' | 'equivalence'>[],
) {
  const costs = items.map(({ supply_id, quantity, measurement_id }) => {
    const supply = supplies.find((each) => each.id === supply_id)
    return costOf(supply, units, quantity, measurement_id)
  })
  const add = (sum: bigint | null, each: bigint | null) => (sum === null || each === null ? null : sum + each)
  // An empty row costs nothing: Enter opens one after the last.
  const said = costs.filter((_, at) => items[at]?.supply_id != null || items[at]?.quantity !== '')
  return { costs, total: said.reduce(add, 0n) }
}
