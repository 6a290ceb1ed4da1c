/** These pure functions compute a line of a purchase as the server does: in whole millionths and céntimos, never floats. */
import type { LastPrice, Unit } from '../../api/model'
import { decimalOf, millionths } from '../../ui/decimals'
import { centimos } from '../../ui/format'
import type { DraftLine } from './draft'

const scale = 1_000_000n
const perCentimo = 10_000n

const divided = (value: bigint, by: bigint) => (value + by / 2n) / by

type Priced = Pick<DraftLine, 'quantity' | 'by' | 'price' | 'total'>

/** Returns the total of the line in céntimos; null while something is missing. A typed total stays as typed. */
export function lineTotal(line: Priced): number | null {
  if (line.by === 'total') return line.total === '' ? null : centimos(line.total)
  const [quantity, price] = [millionths(line.quantity), millionths(line.price)]
  if (quantity === null || price === null) return null
  return Number(divided(quantity * price, scale * perCentimo))
}

/** Returns the price of one entered unit, in millionths; from a typed total with six decimals. */
export function linePrice(line: Priced): bigint | null {
  if (line.by === 'price') return millionths(line.price)
  const quantity = millionths(line.quantity)
  const total = line.total === '' ? null : BigInt(centimos(line.total)) * perCentimo
  return !quantity || total === null ? null : divided(total * scale, quantity)
}

/** Swaps the typed and the computed one (F4): the computed value is typed from here on. */
export function togglePriceOrTotal<L extends Priced>(line: L): L {
  if (line.by === 'price') {
    const total = lineTotal(line)
    return { ...line, by: 'total', total: total === null ? '' : decimalOf(BigInt(total) * perCentimo, 2) }
  }
  const price = linePrice(line)
  return { ...line, by: 'price', price: price === null ? '' : decimalOf(price, 2) }
}

type Sized = Pick<Unit, 'id' | 'equivalence'>

const sizeOf = (units: readonly Sized[], id: number | null) =>
  millionths(units.find((unit) => unit.id === id)?.equivalence)

/** Returns the quantity that enters stock in the item's own unit, with the price of one; null where the line is in that unit. */
export function stockEntry(line: DraftLine, units: readonly Sized[]) {
  if (line.measurement_id === null || line.measurement_id === line.own_id) return null
  const [own, entered, quantity] = [
    sizeOf(units, line.own_id),
    sizeOf(units, line.measurement_id),
    millionths(line.quantity),
  ]
  if (!own || !entered || !quantity) return null
  const price = linePrice(line)
  return {
    quantity: decimalOf(divided(quantity * entered, own)),
    price: price === null ? null : decimalOf(divided(price * own, entered)),
  }
}

export interface LineChange {
  /** The change against the last time in whole percent; negative when it is cheaper. */
  percent: number
  /** The last price, of one of the unit that is entered now. */
  before: string
}

/** Returns the change of the price against the last purchase, both with IGV; null without a last one. */
export function priceChangeOf(
  line: DraftLine,
  last: Pick<LastPrice, 'base_price'> | undefined,
  units: readonly Sized[],
  /** The percentage of IGV that is added to the prices; 0 where they include it. */
  igvPercent: number,
): LineChange | null {
  const [base, entered] = [millionths(last?.base_price), sizeOf(units, line.measurement_id)]
  if (!base || !entered) return null
  const before = divided(base * entered, scale)
  const typed = linePrice(line)
  if (typed === null || before === 0n) return { percent: 0, before: decimalOf(before, 2) }
  const now = divided(typed * BigInt(Math.round((100 + igvPercent) * 100)), 10_000n)
  return { percent: Math.round((Number(now - before) / Number(before)) * 100), before: decimalOf(before, 2) }
}
