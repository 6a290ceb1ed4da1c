import type { NewProduction, ProductionQuote } from '../../../../api/model'
import type { FoundItem } from '../../../../data/inventory/queries'
import { decimalOf, millionths } from '../../../../ui/decimals'

/** These are the values of the production form, as typed. */

/** An ingredient: the quantity by the recipe, and what was really taken. */
export interface UsedLine extends Record<string, unknown> {
  supply_id: number
  name: string
  /** The quantity as typed. */
  quantity: string
  /** The quantity by the recipe; empty when the item is not in it. */
  planned: string
  measurement_id: number | null
  measurement: string
  has_stock: boolean
  /** The stock; null where it is not counted, or the search does not give it. */
  in_stock: string | null
  is_short: boolean
  /** The cost of the planned quantity; null where it is unknown, or where the user may not see it. */
  cost: string | null
}

export interface ProduceValues extends Record<string, unknown> {
  supply_id: number | null
  quantity: string
  measurement_id: number | null
  /** The quantity that came out; empty means as much as planned. */
  produced: string
  items: UsedLine[]
  /** The ids of the recipe's ingredients that were not taken. */
  left_out: number[]
  /** The day, `2026-11-21`. */
  date: string
  responsible: string
  note: string
}

export const emptyProductionForm = (today: string): ProduceValues => ({
  supply_id: null,
  quantity: '',
  measurement_id: null,
  produced: '',
  items: [],
  left_out: [],
  date: today,
  responsible: '',
  note: '',
})

const same = (a: string, b: string) => millionths(a) === millionths(b)
const isTouched = (line: UsedLine) => !same(line.quantity, line.planned)

/** Merges a new quote into the ingredients: quantities that somebody typed stay, all others follow the recipe. */
export function mergeQuote(
  lines: readonly UsedLine[],
  quote: ProductionQuote,
  leftOut: readonly number[],
): UsedLine[] {
  const ofRecipe = quote.items
    .filter((item) => !leftOut.includes(item.supply_id))
    .map((item): UsedLine => {
      const before = lines.find((line) => line.supply_id === item.supply_id)
      const planned = decimalOf(millionths(item.quantity) ?? 0n)
      return {
        supply_id: item.supply_id,
        name: item.name,
        quantity: before && isTouched(before) ? before.quantity : planned,
        planned,
        measurement_id: item.measurement_id,
        measurement: item.measurement,
        has_stock: item.has_stock,
        in_stock: item.has_stock ? (item.in_stock ?? null) : null,
        is_short: item.is_short,
        cost: item.cost ?? null,
      }
    })
  const others = lines.filter(
    (line) => line.planned === '' && !ofRecipe.some((each) => each.supply_id === line.supply_id),
  )
  return [...ofRecipe, ...others]
}

/** Makes a line for an item that is not in the recipe and was taken all the same. */
export const extraLine = (item: FoundItem): UsedLine => ({
  supply_id: item.id,
  name: item.name,
  quantity: '',
  planned: '',
  measurement_id: item.measurement_id,
  measurement: item.measurement,
  has_stock: true,
  in_stock: item.stock,
  is_short: false,
  cost: null,
})

/** Returns the body for the server: without changes to the recipe the items are left out, and a date of today is sent as now. */
export function productionBody(values: ProduceValues, today: string): NewProduction {
  const text = (given: string) => given.trim() || undefined
  const changed = values.left_out.length > 0 || values.items.some(isTouched)
  return {
    supply_id: values.supply_id ?? 0,
    quantity: values.quantity || '0',
    measurement_id: values.measurement_id ?? undefined,
    produced: text(values.produced),
    items: changed
      ? values.items.map(({ supply_id, quantity, measurement_id }) => ({
          supply_id,
          quantity: quantity || '0',
          measurement_id,
        }))
      : undefined,
    date: values.date === today ? undefined : values.date || undefined,
    responsible: text(values.responsible),
    note: text(values.note),
  }
}

const scale = 1_000_000n
const divided = (value: bigint, by: bigint) => (value + by / 2n) / by

/** Returns the cost of what was really taken, in millionths; null where the cost of one item is unknown. */
function costOf(lines: readonly UsedLine[]): bigint | null {
  let sum = 0n
  for (const line of lines) {
    const [cost, planned, used] = [millionths(line.cost), millionths(line.planned), millionths(line.quantity)]
    if (cost === null || !planned || used === null) return null
    sum += divided(cost * used, planned)
  }
  return sum
}

export interface Outcome {
  planned: string
  produced: string
  /** The output in whole percent of the plan. */
  percent: number
  /** The cost of one unit, as decimal text; null where it is unknown. */
  unitCost: string | null
  plannedUnitCost: string | null
}

/** Returns the output against the plan, and the resulting cost of one unit; null while a quantity is missing. */
export function outcomeOf(values: ProduceValues, quote: ProductionQuote | undefined): Outcome | null {
  const planned = millionths(values.quantity)
  const produced = millionths(values.produced || values.quantity)
  if (!planned || !produced) return null
  const cost = quote && values.items.length > 0 ? costOf(values.items) : null
  const expected = quote ? millionths(quote.cost) : null
  return {
    planned: decimalOf(planned),
    produced: decimalOf(produced),
    percent: Number(divided(produced * 100n, planned)),
    unitCost: cost === null ? null : decimalOf(divided(cost * scale, produced)),
    plannedUnitCost: expected === null ? null : decimalOf(divided(expected * scale, planned)),
  }
}

/** The choices of how many batches of a recipe are made, in millionths. */
export const batches = [
  ['half', 500_000n],
  ['one', 1_000_000n],
  ['two', 2_000_000n],
] as const

export const batchOf = (recipeYield: string | null | undefined, factor: bigint) => {
  const gives = millionths(recipeYield)
  return gives ? decimalOf(divided(gives * factor, scale)) : ''
}

/** Returns whether there is less in stock than was typed. */
export function isShort(line: UsedLine): boolean {
  // An unchanged quantity of the recipe was checked by the server, in whatever unit.
  if (line.planned !== '' && !isTouched(line)) return line.is_short
  const [have, used] = [millionths(line.in_stock), millionths(line.quantity)]
  return line.planned === '' && have !== null && used !== null && used > have
}
