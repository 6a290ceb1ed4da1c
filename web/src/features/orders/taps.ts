/**
 * These pure functions handle taps that the server has not answered yet: how the account looks meanwhile, and how they meet the
 * changes of others.
 */
import type { Decimal, Line, LineCourse, LineTopping, LineVariant, SaleProduct } from '../../api/model'
import type { BodyOf } from '../../api/paths'
import { isSent } from '../../data/orders/account'
import { millionths, pieceAmount } from '../../ui/decimals'
import { charged, decimal, priceCentimos } from '../../ui/format'
import { type MeasuredUnit, measuredUnit } from '../../ui/measure'
import { choicesBody } from './choicesBody'

/** The measure of one piece, and the price in céntimos of one unit of that, with its variant. */
export interface Weighed {
  unit: MeasuredUnit
  measure: Decimal
  price: number
}

/** A line as it is to be added. */
export interface BuiltLine {
  product: Pick<SaleProduct, 'id' | 'name' | 'production_area_id' | 'production_area' | 'is_combo'>
  /** The dishes of a combo with their areas. */
  parts: Line['combo_has_product']
  /** The price of one unit in céntimos, as the screen computes it; the server's price is what counts. */
  unit: number
  qty: number
  /** Absent for what is sold by the unit. */
  weighed?: Weighed
  variant: LineVariant | null
  /** What was chosen in groups of options, in the order of tapping, then what was added by itself. */
  toppings: LineTopping[]
  comment: string
  /** The course that it is added to, where the house has courses; null for none. */
  course?: LineCourse | null
  /** What the waiter said: it waits, or leaves at once. */
  hold?: boolean | null
}

/** The fields of an unsent line that can be changed. */
export interface LineFields {
  qty: number
  /** The measure of a weighed piece; null for what is sold by the unit. */
  measure: Decimal | null
  comment: string
  variant: LineVariant | null
  /** The toppings that were added by themselves. */
  toppings: LineTopping[]
  /** Those that were chosen in groups of options. */
  choices: LineTopping[]
  course: LineCourse | null
  hold: boolean | null
}

interface Common {
  id: string
  requestId: number
  userId: number
  at: number
  /** The request that was sent: it is repeated unchanged, with its key, for as long as nobody has answered. */
  sent?: { key: string; path?: string; body?: BodyOf<'PUT', `/orders/${number}`> }
  /** The version of the account that has it; from there on the tap is not shown any more. */
  done?: number
}

export type Tap =
  | (Common & { kind: 'add'; built: BuiltLine })
  | (Common & { kind: 'change'; lineId: number; name: string; base: LineFields; set: Partial<LineFields> })
  | (Common & { kind: 'remove'; lineId: number; name: string; base: LineFields })
  /** Sends what is due; or fires a course, where one is named: all its lines leave. Null: those that wait without a course. */
  | (Common & { kind: 'send'; course?: number | null })

/** Any tap before it gets its id. */
export type NewTap = Tap extends infer Each ? (Each extends Tap ? Omit<Each, keyof Common> : never) : never

export type ShownLine = Line & { pending?: boolean }

export const fieldsOf = (line: Line): LineFields => ({
  qty: Number(line.qty),
  measure: measuredUnit(line) ? line.measure : null,
  comment: line.comment,
  variant: line.variant ?? null,
  ...splitToppings(line.toppings),
  course: line.course ?? null,
  hold: line.hold ?? null,
})

/** Tells the toppings that were added by themselves from those that were chosen in groups of options. */
export const splitToppings = (toppings: LineTopping[]): Pick<LineFields, 'toppings' | 'choices'> => ({
  toppings: toppings.filter(({ choice }) => !choice),
  choices: toppings.filter(({ choice }) => choice),
})

const same: { [Name in keyof LineFields]: (a: LineFields[Name], b: LineFields[Name]) => boolean } = {
  qty: (a, b) => a === b,
  measure: (a, b) => millionths(a) === millionths(b),
  comment: (a, b) => a === b,
  variant: (a, b) => a?.variant_id === b?.variant_id,
  toppings: (a, b) => toppingKey(a) === toppingKey(b),
  choices: (a, b) => JSON.stringify(choicesBody(a)) === JSON.stringify(choicesBody(b)),
  course: (a, b) => a?.id === b?.id,
  hold: (a, b) => (a ?? null) === (b ?? null),
}

const toppingKey = (toppings: LineTopping[]) =>
  toppings
    .map((topping) => `${topping.id}×${Number(topping.quantity)}`)
    .sort()
    .join()

const equal = <Name extends keyof LineFields>(name: Name, a: LineFields, b: Partial<LineFields>) =>
  same[name](a[name], b[name] as LineFields[Name])

/**
 * Compares a change made here with the line's present state: what is still to be sent, and where somebody else changed the same
 * field.
 */
export function mergeFields(base: LineFields, set: Partial<LineFields>, now: LineFields) {
  const put: Partial<LineFields> = {}
  const clash: Partial<LineFields> = {}
  for (const name of Object.keys(set) as (keyof LineFields)[]) {
    // A field that was not really changed here is left to the others.
    if (set[name] === undefined || equal(name, base, set) || equal(name, now, set)) continue
    const into = equal(name, now, base) ? put : clash
    Object.assign(into, { [name]: set[name] })
  }
  return { put, clash }
}

export const hasChanged = (base: LineFields, now: LineFields) =>
  (Object.keys(base) as (keyof LineFields)[]).some((name) => !equal(name, base, now))

/** Returns the unsent lines with every waiting tap applied, as the server will have them. */
export function withTaps(lines: Line[], taps: Tap[], version: number): ShownLine[] {
  let shown: ShownLine[] = lines.filter((line) => !isSent(line) && line.status !== 'DISMISSED')
  for (const tap of taps) {
    if (tap.done !== undefined && tap.done <= version) continue
    if (tap.kind === 'add') shown = added(shown, tap.built, provisionalId(tap))
    if (tap.kind === 'remove') shown = shown.filter((line) => line.id !== tap.lineId)
    if (tap.kind === 'change') {
      shown = shown.map((line) => (line.id === tap.lineId ? changedTo(line, tap.set) : line))
    }
  }
  return shown
}

/** Returns the negative id that a line has until the server gives one; it is the same while other taps are answered. */
const provisionalId = (tap: Tap) => -1 - Number.parseInt(tap.id.slice(0, 8), 16)

const plain = (line: { comment: string; toppings: unknown[] }, parts: BuiltLine['parts']) =>
  !line.comment && line.toppings.length === 0 && !parts.some((part) => part.variant)

const sameCourse = (a: Pick<BuiltLine, 'course' | 'hold'>, b: Pick<BuiltLine, 'course' | 'hold'>) =>
  same.course(a.course ?? null, b.course ?? null) && same.hold(a.hold ?? null, b.hold ?? null)

/* Adds a product to the shown lines: an equal plain line at the same price takes it in, but each weighed piece is a line. */
function added(shown: ShownLine[], built: BuiltLine, newId: number): ShownLine[] {
  const at = shown.findIndex(
    (line) =>
      !built.weighed &&
      !line.held_at &&
      sameCourse(line, built) &&
      line.product_id === built.product.id &&
      line.variant?.variant_id === built.variant?.variant_id &&
      priceCentimos(line.unit_total) === built.unit &&
      plain(line, line.combo_has_product) &&
      plain(built, built.parts),
  )
  const line = shown[at]
  if (!line) return [lineOf(built, newId), ...shown]
  return shown.with(at, { ...changedTo(line, { qty: Number(line.qty) + built.qty }), pending: true })
}

/* Returns the price of the toppings of one unit. */
const extrasOf = (toppings: LineTopping[]) =>
  toppings.reduce((sum, topping) => sum + priceCentimos(topping.price) * Number(topping.quantity), 0)

/** Returns the price of a weighed piece with its toppings, in céntimos. */
export const weighedUnit = ({ price, measure }: Weighed, toppings: LineTopping[]) =>
  pieceAmount(price, measure) + extrasOf(toppings)

/* Each price is rounded on its own, that of the dish and of each topping, as the server does. */
const totalOf = (each: number, toppings: LineTopping[], qty: number) =>
  toppings.reduce(
    (sum, topping) => sum + charged(priceCentimos(topping.price), Number(topping.quantity) * qty),
    charged(each, qty),
  )

function changedTo(line: ShownLine, set: Partial<LineFields>): ShownLine {
  const { measure, choices, ...own } = { ...fieldsOf(line), ...set }
  const next = { ...own, toppings: [...choices, ...own.toppings] }
  const weighed = weighedOf(line, { measure, variant: next.variant })
  const base = weighed
    ? pieceAmount(weighed.price, weighed.measure)
    : priceCentimos(line.base_sale_amount) + priceCentimos(next.variant?.total_sum)
  const extras = extrasOf(next.toppings)
  return {
    ...line,
    ...next,
    // A line that is to leave at once waits no longer: the next sending takes it along.
    held_at: next.hold === false ? null : line.held_at,
    ...measureFields(weighed),
    qty: String(next.qty),
    qty_original: String(next.qty),
    sale_amount: decimal(base),
    toppings_total: decimal(extras),
    unit_total: decimal(base + extras),
    total: decimal(totalOf(base, next.toppings, next.qty)),
    pending: true,
  }
}

/** Returns what a line weighs with these changes; undefined for what is sold by the unit. */
export function weighedOf(
  line: Line,
  { measure, variant }: Pick<LineFields, 'measure' | 'variant'>,
): Weighed | undefined {
  const unit = measuredUnit(line)
  if (!unit) return undefined
  const plain = priceCentimos(line.measure_price) - priceCentimos(line.variant?.total_sum)
  return { unit, measure: measure ?? line.measure, price: plain + priceCentimos(variant?.total_sum) }
}

const measureFields = (
  weighed: Weighed | undefined,
): Pick<Line, 'sale_unit' | 'measure' | 'measure_price'> =>
  weighed
    ? { sale_unit: weighed.unit, measure: weighed.measure, measure_price: decimal(weighed.price) }
    : { sale_unit: 'UNIT', measure: '1', measure_price: null }

/** Returns what is being built as the line that it will be; its id is negative until the server gives one. */
export function lineOf(built: BuiltLine, id: number): ShownLine {
  const extras = extrasOf(built.toppings)
  const base = built.unit - extras - (built.weighed ? 0 : priceCentimos(built.variant?.total_sum))
  return {
    id,
    client_request_id: 0,
    command_id: null,
    command_number: null,
    product_id: built.product.id,
    name: built.product.name,
    variant: built.variant,
    toppings: built.toppings,
    comment: built.comment,
    course: built.course,
    hold: built.hold,
    ...measureFields(built.weighed),
    qty_original: String(built.qty),
    qty_paid: '0',
    qty: String(built.qty),
    status: 'PENDING',
    production_area_id: built.product.production_area_id,
    production_area: built.product.production_area,
    is_combo: built.product.is_combo,
    combo_has_product: built.parts,
    base_sale_amount: decimal(base),
    sale_amount: decimal(built.unit - extras),
    toppings_total: decimal(extras),
    unit_total: decimal(built.unit),
    total: decimal(totalOf(built.unit - extras, built.toppings, built.qty)),
    version: 0,
    added_by: 0,
    added_by_name: '',
    added_at: '',
    sent_at: null,
    dismissed_reason: null,
    pending: true,
  }
}

/** Adds a tap to those that wait: an earlier one of the same product that is not sent yet takes the new one in. */
export function enqueueTap(taps: Tap[], next: Tap): Tap[] {
  const at = taps.findLastIndex((tap) => tap.requestId === next.requestId && tap.done === undefined)
  const last = taps[at]
  const joined = last && !last.sent ? joinedTo(last, next) : null
  return joined ? taps.with(at, joined) : [...taps, next]
}

function joinedTo(last: Tap, next: Tap): Tap | null {
  if (last.kind === 'change' && next.kind === 'change' && last.lineId === next.lineId) {
    return { ...last, set: { ...last.set, ...next.set } }
  }
  if (last.kind === 'add' && next.kind === 'add' && sameDish(last.built, next.built)) {
    return { ...last, built: { ...last.built, qty: last.built.qty + next.built.qty } }
  }
  return null
}

const sameDish = (a: BuiltLine, b: BuiltLine) =>
  !a.weighed &&
  !b.weighed &&
  plain(a, a.parts) &&
  plain(b, b.parts) &&
  sameCourse(a, b) &&
  a.product.id === b.product.id &&
  a.variant?.variant_id === b.variant?.variant_id &&
  a.unit === b.unit
