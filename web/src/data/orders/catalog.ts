/**
 * These pure functions say what can be sold and at what price. The server decides both; until it answers, they look in the
 * catalog.
 */
import type {
  Account,
  Decimal,
  Line,
  LineVariant,
  SaleCatalog,
  SaleProduct,
  Topping,
  Variant,
} from '../../api/model'
import { priceCentimos, searchKey } from '../../ui/format'
import { asksForOptions } from './options'

type Kind = Pick<Account, 'type' | 'delivery_app'>

/** Returns the channel that sells to an account, by the catalog's names. */
const channelOf = ({ type, delivery_app }: Kind) => (delivery_app ? 'APP' : type)

/**
 * Returns a product as its schedules make it now, for this kind of account; the server says it anew whenever one begins or ends.
 */
export function nowOf(product: SaleProduct, request: Kind) {
  const channel = channelOf(request)
  return product.now.find((each) => each.channel === channel)
}

/** Returns the present price of one unit for the kind of account, in céntimos. */
export function priceOf(product: SaleProduct, request: Kind): number {
  const now = nowOf(product, request)?.price
  return now ? priceCentimos(now.price) : regularPriceOf(product, request)
}

const prices = { SALE: 'sale_amount', DELIVERY: 'delivery_price', APP: 'delivery_app_price' } as const

/** Returns the price without schedules. */
export function regularPriceOf(product: SaleProduct, request: Kind): number {
  const kind = product.sold[channelOf(request)]
  return priceCentimos(kind && product[prices[kind]])
}

/**
 * Returns the part of the catalog that may be sold on an account, with the present prices of variants. The server refuses
 * anything else.
 */
export function soldTo(catalog: SaleCatalog, request: Kind): SaleCatalog {
  const channel = channelOf(request)
  const sold = catalog.products.filter((product) => product.sold[channel])
  return { ...catalog, products: sold.map((product) => withVariantsNow(product, request)) }
}

function withVariantsNow(product: SaleProduct, request: Kind): SaleProduct {
  const adds = nowOf(product, request)?.price?.variants
  if (!adds || adds.length === 0) return product
  const added = new Map(adds.map(({ id, additional_amount }) => [id, additional_amount]))
  const variants = product.variants.map((variant) => ({
    ...variant,
    additional_amount: added.get(variant.id) ?? variant.additional_amount,
  }))
  return { ...product, variants }
}

const hasVariants = (product: SaleProduct) => product.has_variants && product.variants.length > 0

/** Returns whether a product cannot be sold without asking, or is a combo with such a dish: its choices open at once. */
export const needsChoices = (product: SaleProduct, catalog: SaleCatalog) =>
  asksOf(product, catalog).length > 0 || asksForOptions(product, catalog)

/** Returns whether there is anything to choose. */
export const hasChoices = (product: SaleProduct, catalog: SaleCatalog) =>
  needsChoices(product, catalog) || product.toppings.length + product.choice_group_ids.length > 0

/** The questions about one dish: the product, or a dish of a combo; each is asked for itself. */
export interface Ask {
  dish: SaleProduct
  /** The dish's title within a combo: "Lomo saltado 2"; else null. */
  title: string | null
  groups: Group[]
}

/** Returns the questions to answer before a product can be added: its own, and those of each dish of a combo. */
export function asksOf(product: SaleProduct, catalog: SaleCatalog): Ask[] {
  const own = hasVariants(product) ? [{ dish: product, title: null, groups: groupsOf(product) }] : []
  const parts = product.combo_has_product.flatMap((part) => {
    const dish = catalog.products.find((each) => each.id === part.product_id)
    if (!dish || !hasVariants(dish)) return []
    const plates = Number(part.quantity)
    return Array.from({ length: plates }, (_, at) => ({
      dish,
      title: plates > 1 ? `${dish.name} ${at + 1}` : dish.name,
      groups: groupsOf(dish),
    }))
  })
  return [...own, ...parts]
}

export interface Group {
  name: string
  options: { label: string; extra: number }[]
}

/** Returns the questions that a product asks (Término, Porción), with what each answer adds. */
export function groupsOf(product: SaleProduct): Group[] {
  const least = Math.min(...product.variants.map((variant) => priceCentimos(variant.additional_amount)))
  const names = product.variant_groups.length > 0 ? product.variant_groups.map((group) => group.name) : ['']
  return names.map((name, index) => {
    const extras = new Map<string, number>()
    for (const variant of product.variants) {
      const label = labelsOf(variant)[index]
      if (label === undefined) continue
      const extra = priceCentimos(variant.additional_amount) - (names.length > 1 ? least : 0)
      extras.set(label, Math.min(extras.get(label) ?? extra, extra))
    }
    return { name, options: [...extras].map(([label, extra]) => ({ label, extra })) }
  })
}

/** The answers that make up a variant, one for each question. */
export const labelsOf = (variant: Variant) => (variant.labels.length > 0 ? variant.labels : [variant.name])

/** Returns the variant that has all the chosen answers; none while one is missing. */
export function variantFor(product: SaleProduct, chosen: (string | null)[]): Variant | null {
  return (
    product.variants.find((variant) => labelsOf(variant).every((label, index) => label === chosen[index])) ??
    null
  )
}

/** Returns the toppings that a product may have, in the catalog's order. */
export function toppingsOf(product: SaleProduct, catalog: SaleCatalog): Topping[] {
  const wanted = new Set(product.toppings)
  return catalog.toppings.filter((topping) => wanted.has(topping.id))
}

/** Returns the ready-made comments for the cook: of the product, of its category, and general ones. */
export function commentsOf(product: SaleProduct, catalog: SaleCatalog): string[] {
  const fitting = catalog.comments.filter(
    (comment) =>
      comment.item_id === product.id ||
      (comment.item_id == null &&
        (comment.category_id == null || comment.category_id === product.category_id)),
  )
  return [...new Set(fitting.map((comment) => comment.name))]
}

/** Splits a line's comment to the cook into its ready-made words and the rest. */
export function splitComment(comment: string | null | undefined, known: string[]) {
  const said = comment?.split(', ') ?? []
  return {
    chosen: said.filter((each) => known.includes(each)),
    note: said.filter((each) => !known.includes(each)).join(', '),
  }
}

/** Joins both parts to one text again. */
export const joinComment = (chosen: string[], note: string) =>
  [...chosen, note]
    .map((each) => each.trim())
    .filter(Boolean)
    .join(', ')

const codesOf = (product: SaleProduct) =>
  [product.code, product.barcode, ...product.variants.map((variant) => variant.barcode)].map((code) =>
    searchKey(code ?? ''),
  )

/**
 * Returns the products whose name holds every typed word, accents or not, or whose code holds the text; those that begin with it
 * come first.
 */
export function search(products: SaleProduct[], term: string): SaleProduct[] {
  const key = searchKey(term)
  const words = key.split(/\s+/).filter(Boolean)
  if (words.length === 0) return products
  const found = products.filter(
    (product) =>
      words.every((word) => searchKey(product.name).includes(word)) ||
      (key.length > 2 && codesOf(product).some((code) => code.includes(key))),
  )
  const begins = (product: SaleProduct) => (searchKey(product.name).startsWith(words[0] ?? '') ? 0 : 1)
  return found.sort((a, b) => begins(a) - begins(b))
}

/** Splits a quantity off a search: "3x lomo" and "3*lomo" are three of what "lomo" finds. */
export function splitQuantity(typed: string): { qty: number; words: string } {
  const [, count, words] = /^\s*(\d{1,3})\s*[x*]\s*(.*)$/i.exec(typed) ?? []
  return count && Number(count) > 0 ? { qty: Number(count), words: words ?? '' } : { qty: 1, words: typed }
}

/** The product that a code stands for, and its variant where the code belongs to that one. */
export interface Scanned {
  product: SaleProduct
  variant: Variant | null
}

/** Finds the product or variant with exactly this code. */
export function findByCode(products: SaleProduct[], typed: string): Scanned | undefined {
  const key = searchKey(typed)
  for (const product of products) {
    const at = codesOf(product).indexOf(key)
    if (at >= 0) return { product, variant: product.variants[at - 2] ?? null }
  }
}

/**
 * Finds what a scanned or typed code means: the owner of that code, or the one product of exactly that name or number; undefined
 * when a number belongs to no product, null when it is no code but words to search for.
 */
export function findScanned(products: SaleProduct[], typed: string): Scanned | null | undefined {
  const key = searchKey(typed)
  const found = findByCode(products, typed)
  if (found) return found
  const named = products.filter((product) => searchKey(product.name) === key)
  const number = /^\d+$/.test(typed)
  const product =
    named.length === 1 ? named[0] : number ? products.find((each) => each.id === Number(typed)) : null
  return product && { product, variant: null }
}

/** Returns a variant in the shape that a line has. */
export const lineVariant = (variant: Variant): LineVariant => ({
  variant_id: variant.id,
  name: variant.name,
  total_sum: variant.additional_amount,
})

/** Returns whether a part of a line is sold out: the product (a combo's dishes) or a topping. */
export const isSoldOut = (line: Pick<Line, 'product_id' | 'toppings'>, catalog: SaleCatalog) =>
  catalog.products.some((product) => product.id === line.product_id && product.sold_out) ||
  line.toppings.some((own) => catalog.toppings.some((topping) => topping.id === own.id && topping.sold_out))

/** A dish without an area takes that of the combo. */
function areaOf(dish: SaleProduct | undefined, combo: SaleProduct) {
  const { production_area_id, production_area } = dish?.production_area_id ? dish : combo
  return { production_area_id, production_area }
}

/** Returns whether a dish of a line has no area, though nobody said that it skips the kitchen. */
export function isForgotten(
  line: Pick<Line, 'product_id' | 'production_area_id' | 'combo_has_product'>,
  catalog: SaleCatalog,
) {
  const made = line.combo_has_product.length > 0 ? line.combo_has_product : [line]
  return made.some(
    ({ product_id, production_area_id }) =>
      production_area_id == null &&
      catalog.products.some((product) => product.id === product_id && !product.skips_kitchen),
  )
}

/** Returns a combo's dishes with their areas and choices, as a line will have them. */
export function partsOf(
  product: SaleProduct,
  catalog: SaleCatalog,
  chosen: { product_id: number; variant: LineVariant }[] = [],
): Line['combo_has_product'] {
  type Part = (typeof product.combo_has_product)[number] & { variant: LineVariant | null }
  const parts = product.combo_has_product.flatMap((part): Part[] => {
    const own = chosen.filter((each) => each.product_id === part.product_id)
    return own.length > 0
      ? own.map(({ variant }) => ({ ...part, quantity: '1', variant }))
      : [{ ...part, variant: null }]
  })
  return parts.map((part, index) => {
    const dish = catalog.products.find((each) => each.id === part.product_id)
    return {
      id: -1 - index,
      product_id: part.product_id,
      name: part.name,
      variant: part.variant,
      quantity: part.quantity,
      ...areaOf(dish, product),
      status: 'PENDING',
      status_changed_at: null,
    }
  })
}

/** Returns the price of one unit in céntimos as two parts: the dish with its variant, and its toppings. */
export function unitPriceParts(
  base: number,
  variant: Variant | null,
  toppings: { price: Decimal; quantity: Decimal }[],
) {
  const extras = toppings.reduce(
    (sum, topping) => sum + priceCentimos(topping.price) * Number(topping.quantity),
    0,
  )
  return { base: base + priceCentimos(variant?.additional_amount), extras }
}
