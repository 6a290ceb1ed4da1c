import type { Attribute, Decimal, ProductDetail } from '../../../api/model'
import { tidy } from '../../../ui/form/decimals'

/** The values of the form about variants. */
export interface OfferedVariants {
  /** The offered options, and what each adds: option id → amount. */
  adds: Record<string, Decimal>
  /** The extra amounts of combinations: `11+22` → amount. An empty text is the sum of their options. */
  together: Record<string, Decimal>
  /** The combinations that are not offered. */
  without: string[]
  /** The barcode of a combination: `11+22` → barcode. */
  barcodes: Record<string, string>
}

/** One option of each attribute, by their ids. */
export interface Combination {
  key: string
  ids: string[]
  name: string
  /** The sum that its options add to the price. */
  sum: Decimal
}

const keyOf = (ids: readonly string[]) => ids.toSorted((a, b) => Number(a) - Number(b)).join('+')

/* Returns whole thousandths: amounts are never computed as floats. */
const thousandths = (text: Decimal) => {
  const [whole = '', rest = ''] = text.split('.')
  return Number(whole) * 1000 + Number(rest.padEnd(3, '0').slice(0, 3))
}
const decimal = (n: number) => tidy(`${Math.trunc(n / 1000)}.${String(n % 1000).padStart(3, '0')}`, 2)

/** Returns all combinations of the offered options, one of each attribute, in the attributes' order. */
export function combinations(adds: OfferedVariants['adds'], attributes: readonly Attribute[]): Combination[] {
  const groups = attributes
    .map(({ options }) => options.filter(({ id }) => String(id) in adds))
    .filter((options) => options.length > 0)
  if (groups.length === 0) return []
  const rows = groups.reduce<Attribute['options'][]>(
    (all, options) => all.flatMap((row) => options.map((option) => [...row, option])),
    [[]],
  )
  return rows.map((row) => {
    const ids = row.map(({ id }) => String(id))
    const sum = ids.reduce((total, id) => total + thousandths(adds[id] || '0'), 0)
    return { ids, key: keyOf(ids), name: row.map(({ name }) => name).join(', '), sum: decimal(sum) }
  })
}

/** Counts the attributes with offered options: from two on there are combinations. */
export const attributesOffered = (adds: OfferedVariants['adds'], attributes: readonly Attribute[]) =>
  attributes.filter(({ options }) => options.some(({ id }) => String(id) in adds)).length

/** A product's variants in the shape of the form. An option has the price that it adds in most of them. */
export function offeredOf(
  variants: ProductDetail['variants'] | undefined,
  attributes: readonly Attribute[],
): OfferedVariants {
  const amounts: Record<string, Decimal[]> = {}
  const there = new Map<string, Decimal>()
  const barcodes: OfferedVariants['barcodes'] = {}
  for (const { options, barcode } of variants ?? []) {
    if (barcode) barcodes[keyOf(Object.keys(options))] = barcode
    for (const [id, amount] of Object.entries(options)) amounts[id] = [...(amounts[id] ?? []), amount]
    const sum = Object.values(options).reduce((total, amount) => total + thousandths(amount), 0)
    there.set(keyOf(Object.keys(options)), decimal(sum))
  }
  const adds = Object.fromEntries(Object.entries(amounts).map(([id, all]) => [id, mostOften(all)]))
  const together: OfferedVariants['together'] = {}
  const without: string[] = []
  for (const { key, sum } of combinations(adds, attributes)) {
    const own = there.get(key)
    if (own === undefined) without.push(key)
    else if (own !== sum) together[key] = own
  }
  return { adds, together, without, barcodes }
}

function mostOften(amounts: Decimal[]): Decimal {
  const times = (amount: Decimal) =>
    amounts.filter((each) => thousandths(each) === thousandths(amount)).length
  return amounts.reduce((best, each) => (times(each) > times(best) ? each : best))
}

/** Returns the variants as the server keeps them. An extra price of a combination stands at its first option. */
export function variantsToStore(
  { adds, together, without, barcodes }: OfferedVariants,
  attributes: readonly Attribute[],
): { options: Record<string, Decimal>; barcode: string | null }[] {
  return combinations(adds, attributes)
    .filter(({ key }) => !without.includes(key))
    .map(({ key, ids, sum }) => {
      const own = together[key]
      const barcode = barcodes[key]?.trim() || null
      if (!own || thousandths(own) === thousandths(sum))
        return { barcode, options: Object.fromEntries(ids.map((id) => [id, adds[id] || '0'])) }
      return { barcode, options: Object.fromEntries(ids.map((id, at) => [id, at === 0 ? own : '0'])) }
    })
}
