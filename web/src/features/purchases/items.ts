/** These pure functions make one list of what can be bought: counted products and supplies. */
import type { ItemKind, SaleProduct, Supply, Unit } from '../../api/model'
import { searchKey } from '../../ui/format'

export interface Buyable {
  item_type: ItemKind
  item_id: number
  name: string
  key: string
  /** The unit that it is counted in. */
  own_id: number
  unit: string
  /** Bar codes and the company's own code. */
  codes: string[]
}

/** A line keeps these fields of an item. */
export type Bought = Pick<Buyable, 'item_type' | 'item_id' | 'name' | 'own_id'>

/** Returns the unit of products: `und`, or the company's first base unit, as on the server. */
const productUnit = (units: readonly Unit[]) => {
  const bases = units.filter((unit) => !unit.magnitude_id).sort((a, b) => a.id - b.id)
  return bases.find((unit) => unit.symbol === 'und') ?? bases[0]
}

export function buyables(
  products: readonly SaleProduct[],
  supplies: readonly Supply[],
  units: readonly Unit[],
): Buyable[] {
  const und = productUnit(units)
  const ofProducts = und
    ? products.map((product) => ({
        item_type: 'PRODUCT' as const,
        item_id: product.id,
        name: product.name,
        key: searchKey(product.name),
        own_id: und.id,
        unit: und.symbol,
        codes: [product.code, product.barcode, ...product.variants.map((variant) => variant.barcode)]
          .map((code) => searchKey(code ?? ''))
          .filter(Boolean),
      }))
    : []
  const ofSupplies = supplies
    .filter((supply) => supply.status === 'ACTIVE')
    .map((supply) => ({
      item_type: 'SUPPLY' as const,
      item_id: supply.id,
      name: supply.name,
      key: searchKey(supply.name),
      own_id: supply.measurement_id,
      unit: supply.measurement,
      codes: [],
    }))
  return [...ofProducts, ...ofSupplies].sort((a, b) => a.name.localeCompare(b.name, 'es'))
}

/** Finds the item with exactly this code. */
export const findByCode = (items: readonly Buyable[], code: string) => {
  const key = searchKey(code)
  return key === '' ? undefined : items.find((item) => item.codes.includes(key))
}

/** Returns the items whose name holds every typed word, or whose code holds the text; those that begin with it come first. */
export function search(items: readonly Buyable[], term: string): Buyable[] {
  const key = searchKey(term)
  const words = key.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = items.filter(
    (item) =>
      words.every((word) => item.key.includes(word)) ||
      (key.length > 2 && item.codes.some((code) => code.includes(key))),
  )
  const begins = (item: Buyable) => (item.key.startsWith(words[0] ?? '') ? 0 : 1)
  return found.sort((a, b) => begins(a) - begins(b))
}

/** Returns the units that an item can be bought in: those with the same base as its own, its own first. */
export function purchaseUnits(units: readonly Unit[], own: number): Unit[] {
  const baseOf = (unit: Unit | undefined) => unit?.magnitude_id ?? unit?.id
  const base = baseOf(units.find((unit) => unit.id === own))
  const same = units.filter((unit) => baseOf(unit) === base && (unit.status === 'ACTIVE' || unit.id === own))
  return same.sort((a, b) => Number(b.id === own) - Number(a.id === own))
}
