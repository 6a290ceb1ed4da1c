/** These pure functions say what a tap on a product means for an account, and what finished choices change. */
import type { Account, Line, SaleCatalog, SaleProduct, Totals, Variant } from '../../api/model'
import { isSent, linesTotal } from '../../data/orders/account'
import { asksOf, lineVariant, nowOf, partsOf, priceOf } from '../../data/orders/catalog'
import { asksForOptions } from '../../data/orders/options'
import { centimos, priceCentimos } from '../../ui/format'
import { measuredUnit } from '../../ui/measure'
import type { Panel } from './panels'
import { type BuiltLine, type LineFields, type ShownLine, splitToppings } from './taps'

export interface SaleContext {
  request: Account
  catalog: SaleCatalog
}

export type Picked =
  | { what: 'nothing' }
  /** It is sold at other hours; `text` names them. */
  | { what: 'notNow'; text: string }
  /** It has choices to ask for first, or is to be weighed. */
  | { what: 'choices' }
  | { what: 'add'; line: BuiltLine }

export function pickProduct(
  { request, catalog }: SaleContext,
  product: SaleProduct,
  qty: number,
  variant: Variant | null,
): Picked {
  if (request.closed_at != null || product.sold_out) return { what: 'nothing' }
  const shut = nowOf(product, request)?.closed
  if (shut) return { what: 'notNow', text: shut.text }
  // The scanned code of a variant answers what the product asks; what is sold by weight has to be weighed.
  if (
    measuredUnit(product) ||
    asksOf(product, catalog).length > (variant ? 1 : 0) ||
    asksForOptions(product, catalog)
  )
    return { what: 'choices' }
  const unit = priceOf(product, request) + priceCentimos(variant?.additional_amount)
  return {
    what: 'add',
    line: { ...plainOf(product, catalog), qty, unit, variant: variant && lineVariant(variant) },
  }
}

/** Returns a tapped product as a line without any choice. */
const plainOf = (product: SaleProduct, catalog: SaleCatalog): Omit<BuiltLine, 'unit' | 'qty'> => ({
  product,
  parts: partsOf(product, catalog),
  variant: null,
  toppings: [],
  comment: '',
})

export type Finished =
  | { what: 'add'; line: BuiltLine }
  /** A combo's dishes are chosen as it is added: another choice is another line. */
  | { what: 'replace'; line: BuiltLine; old: Line }
  | { what: 'change'; old: Line; set: Partial<LineFields> }

/** Returns what the choices made in a panel mean: a new line, or a change of one. */
export function finishPick(panel: Panel | null, done: BuiltLine): Finished {
  if (panel?.kind !== 'choices' || !panel.line) return { what: 'add', line: done }
  const old = panel.line
  if (choicesKey(old.combo_has_product) !== choicesKey(done.parts))
    return { what: 'replace', line: { ...done, course: old.course, hold: old.hold }, old }
  const { qty, weighed, comment, variant } = done
  const count = weighed ? { measure: weighed.measure } : { qty }
  const set = { ...count, comment, ...splitToppings(done.toppings), ...(variant ? { variant } : {}) }
  return { what: 'change', old, set }
}

const choicesKey = (parts: Line['combo_has_product']) =>
  parts
    .flatMap((part) => Array<number>(Number(part.quantity)).fill(part.variant?.variant_id ?? 0))
    .sort((a, b) => a - b)
    .join()

/** Returns the account's total with the unsent lines, in céntimos; with an open panel's preview where there is one. */
export function accountTotalWith(request: Account, unsent: ShownLine[], previewed: Totals | null) {
  const known = linesTotal(request.lines.filter((line) => !isSent(line) && line.status !== 'DISMISSED'))
  const more = linesTotal(unsent) - known
  return {
    partlyPaid: centimos(request.totals.paid) > 0,
    subtotal: centimos(request.totals.subtotal) + more,
    total: centimos((previewed ?? request.totals).due) + more,
  }
}

/** Returns how many units of a product are not sent yet. */
export const unsentCount = (unsent: ShownLine[], productId: number) =>
  unsent.reduce((sum, line) => (line.product_id === productId ? sum + Number(line.qty) : sum), 0)
