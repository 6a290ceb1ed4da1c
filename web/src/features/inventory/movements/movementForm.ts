import type { Unit } from '../../../api/model'
import { type FoundItem, pieceUnit } from '../../../data/inventory/queries'
import type { Direction, ItemType, MovementBody, MovementReason } from '../../../data/inventory/types'
import { decimalOf, millionths } from '../../../ui/decimals'

export interface MovementLine extends Record<string, unknown> {
  item: FoundItem
  quantity: string
  measurement_id: number | null
  /** The price of one of the chosen unit; only entries have one. */
  unit_price: string
}

export interface MovementValues extends Record<string, unknown> {
  type: Direction
  reason: MovementReason | null
  name: string
  description: string
  approved: boolean
  /** The day, `2026-11-21`. */
  date: string
  responsible: string
  items: MovementLine[]
}

/** The reasons for entries and exits by hand; counts and production have their own screens. */
export const reasonsOf: Record<Direction | 'waste', readonly MovementReason[]> = {
  in: ['OPENING', 'GIFT', 'OTHER'],
  out: ['WASTE_EXPIRED', 'WASTE_BROKEN', 'WASTE_KITCHEN', 'STAFF_MEAL', 'GIFT', 'OWN_USE', 'OTHER'],
  waste: ['WASTE_EXPIRED', 'WASTE_BROKEN', 'WASTE_KITCHEN', 'STAFF_MEAL'],
}

export const lineOf = (item: FoundItem): MovementLine => ({
  item,
  quantity: '',
  measurement_id: item.measurement_id,
  unit_price: '',
})

export const emptyMovementForm = (today: string, waste: boolean, first?: FoundItem): MovementValues => ({
  type: 'out',
  reason: waste ? 'WASTE_EXPIRED' : null,
  name: '',
  description: '',
  approved: true,
  date: today,
  responsible: '',
  items: first ? [lineOf(first)] : [],
})

/**
 * Returns the body for the server: a date of today is sent as now, and a movement without a name is named after its reason
 * (`said`).
 */
export function movementBody(
  values: MovementValues,
  of: ItemType,
  today: string,
  said: string,
): MovementBody {
  const id = of === 'SUPPLY' ? 'supply_id' : 'product_id'
  const text = (given: string) => given.trim() || undefined
  return {
    type: values.type,
    reason: values.reason ?? 'OTHER',
    name: text(values.name) ?? said,
    description: text(values.description),
    status: values.approved ? 'APPROVED' : 'REJECTED',
    date: values.date === today ? undefined : values.date || undefined,
    responsible: text(values.responsible),
    items: values.items.map(({ item, quantity, measurement_id, unit_price }) => ({
      [id]: item.id,
      measurement_id: measurement_id ?? undefined,
      quantity: quantity || '0',
      unit_price: values.type === 'in' ? text(unit_price) : undefined,
    })),
  }
}

const scale = 1_000_000n

/** Returns a line's cost as decimal text with two places; null while something is missing. */
export function lineTotal({ quantity, unit_price }: MovementLine): string | null {
  const [many, price] = [millionths(quantity), millionths(unit_price)]
  if (many === null || price === null) return null
  return cents((many * price + scale / 2n) / scale)
}

/** It is rounded once, half away from zero. */
const cents = (value: bigint) => decimalOf(((value + 5_000n) / 10_000n) * 10_000n, 2)

/** Returns the sum of all lines; null where one of them has no price. */
export function movementTotal(lines: readonly MovementLine[]): string | null {
  const totals = lines.map(lineTotal)
  if (totals.length === 0 || totals.includes(null)) return null
  return decimalOf(
    totals.reduce((sum, each) => sum + (millionths(each) ?? 0n), 0n),
    2,
  )
}

/** Returns the unit that an item is kept in; the piece where it has none of its own. */
export const ownUnit = (item: FoundItem, units: readonly Unit[]) =>
  units.find((unit) =>
    item.measurement_id === null ? unit.symbol === pieceUnit : unit.id === item.measurement_id,
  )

/** Returns the quantity that would be left of an item, in its own unit; null while unknown. */
export function leftAfter(line: MovementLine, units: readonly Unit[]): string | null {
  const own = ownUnit(line.item, units)
  const unit = units.find((each) => each.id === line.measurement_id) ?? own
  return own && unit ? leftOf(line, own.equivalence, unit.equivalence) : null
}

/** Returns the lines that take out more than there is; a movement that is not approved moves nothing. */
export const shortLines = (values: MovementValues, units: readonly Unit[]) =>
  values.type === 'in' || !values.approved
    ? []
    : values.items.filter((line) => leftAfter(line, units)?.startsWith('-'))

/** Returns the quantity left in the own unit, where `own` and `chosen` are worth so much of the base unit; null while unknown. */
export function leftOf({ item, quantity }: MovementLine, own: string, chosen: string): string | null {
  const [there, many] = [item.stock === null ? null : millionths(item.stock), millionths(quantity)]
  const [ownWorth, worth] = [millionths(own), millionths(chosen)]
  if (there === null || many === null || !ownWorth || worth === null) return null
  const left = there - (many * worth) / ownWorth
  return left < 0n ? `-${decimalOf(-left)}` : decimalOf(left)
}
