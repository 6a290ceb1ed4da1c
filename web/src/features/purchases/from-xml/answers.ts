/** These pure functions turn a person's answers about the lines of a supplier's document into the draft of a purchase. */
import type { ItemKind, PaperDraft, SupplierLine, Unit } from '../../../api/model'
import { decimalOf, millionths } from '../../../ui/decimals'
import { centimos, decimal } from '../../../ui/format'
import {
  asideOf,
  type DraftLine,
  type DraftProvider,
  emptyPurchaseDraft,
  fieldOf,
  keyOf,
  type PurchaseDraft,
} from '../draft'
import { saysIgv } from '../kinds'

export type How = 'CODE' | 'EARLIER' | 'LIKENESS' | 'CHOSEN'

export interface Entering {
  item_type: ItemKind
  item_id: number
  name: string
  own_id: number
  measurement_id: number
  /** The factor: how much of the measurement one of the document's unit is. */
  factor: string
}

export type LineAnswer =
  | { is: 'item'; item: Entering; how: How }
  | { is: 'asked'; item: Entering }
  | { is: 'freight' }
  | { is: 'open' }

const scale = 1_000_000n
const divided = (value: bigint, by: bigint) => (value + by / 2n) / by

/** Returns the quantity of the whole line in the unit in which it enters stock; null while the factor is no number. */
export function enteringQuantity(line: SupplierLine, item: Pick<Entering, 'factor'>): string | null {
  const [quantity, factor] = [millionths(line.quantity), millionths(item.factor)]
  if (!quantity || !factor) return null
  const all = divided(quantity * factor, scale)
  return all > 0n ? decimalOf(all) : null
}

/** Returns the price of one unit in céntimos, with decimals; null while it is unknown. */
export function enteringPrice(line: SupplierLine, item: Pick<Entering, 'factor'>): number | null {
  const quantity = enteringQuantity(line, item)
  return quantity === null ? null : Math.round(centimos(line.total) / Number(quantity))
}

/** Returns the answer that the server's match suggests. */
export function firstAnswer(line: SupplierLine, units: readonly Unit[]): LineAnswer {
  if (line.is_charge) return { is: 'freight' }
  const found = line.match
  if (!found) return { is: 'open' }
  const unit = units.find((each) => each.id === found.measurement_id)
  const own_id = unit?.magnitude_id ?? found.measurement_id
  const { item_type, item_id, name, measurement_id, factor } = found
  const item = { item_type, item_id, name, own_id, measurement_id, factor }
  return found.is_confirmed ? { is: 'item', item, how: found.how } : { is: 'asked', item }
}

/** Returns the lines by what they wait for, in their first order on the screen; they keep their place once they are answered. */
export function lineOrder(answers: readonly LineAnswer[]): number[] {
  const rank = (at: number) => ({ asked: 0, open: 1, item: 2, freight: 2 })[answers[at]?.is ?? 'item']
  return answers.map((_, at) => at).sort((a, b) => rank(a) - rank(b) || a - b)
}

export const countAnswers = (answers: readonly LineAnswer[]) => ({
  ready: answers.filter(({ is }) => is === 'item' || is === 'freight').length,
  asked: answers.filter(({ is }) => is === 'asked').length,
  open: answers.filter(({ is }) => is === 'open').length,
})

/** Returns why the answers make no purchase yet: it was recorded before, lines are open, or nothing enters stock. */
export function blockedBy(
  { existing }: Pick<PaperDraft, 'existing'>,
  answers: readonly LineAnswer[],
): 'twin' | 'missing' | 'onlyFreight' | null {
  if (existing) return 'twin'
  const { asked, open } = countAnswers(answers)
  if (asked + open > 0) return 'missing'
  return answers.length > 0 && answers.every(({ is }) => is !== 'item') ? 'onlyFreight' : null
}

/** Returns the draft of the purchase: each item once, freight and discounts apart, and the document's own total. */
export function draftOf(
  paper: PaperDraft,
  answers: readonly LineAnswer[],
  provider: DraftProvider | null,
  units: readonly Unit[],
  file: string | null,
): PurchaseDraft {
  const lines = new Map<string, DraftLine>()
  let freight = centimos(paper.totals.freight)
  const matches: PurchaseDraft['matches'] = []
  for (const [at, line] of paper.lines.entries()) {
    const answer = answers[at]
    if (answer?.is === 'freight') freight += centimos(line.total)
    if (answer?.is !== 'item') continue
    const { item } = answer
    const next = lineOf(line, item)
    const there = lines.get(keyOf(item))
    lines.set(keyOf(item), there ? together(there, next, units) : next)
    const { item_type, item_id, measurement_id, factor } = item
    const { code, text, unit_code } = line
    matches.push({ code, text, unit_code, item_type, item_id, measurement_id, factor })
  }
  const quoted = paper.quotes.reduce((sum, quote) => sum + centimos(quote.amount), 0)
  const total = centimos(paper.totals.total)
  const advance = centimos(paper.totals.advance ?? '0')
  const aside = paper.payment === 'CREDITO' ? (paper.set_aside ?? []) : []
  const { deducted } = paper
  // Some documents are recorded by their total alone.
  const named = paper.lines.length > 0
  return {
    ...emptyPurchaseDraft,
    ...(paper.modifies ? noted(paper.modifies) : {}),
    provider,
    document: paper.document,
    serie: paper.serie,
    number: paper.number,
    date: paper.date,
    time: paper.time ?? '',
    discount: named ? fieldOf(centimos(paper.totals.discount) - advance) : '',
    advance: named ? fieldOf(advance) : '',
    freight: named ? fieldOf(freight) : '',
    paper: decimal(total),
    igv: deducted?.igv ?? igvOfTotalOnly(paper),
    igvOf: deducted ? { base: deducted.base, percent: deducted.percent } : null,
    isc: fieldOf(centimos(paper.totals.isc)),
    icbper: fieldOf(centimos(paper.totals.icbper)),
    other_charges: fieldOf(centimos(paper.totals.other_charges)),
    type: paper.payment,
    terms:
      paper.quotes.length > 0 && quoted + asideOf({ aside }) === total
        ? { days: paper.quotes.map(({ date }) => date), amounts: paper.quotes.map(({ amount }) => amount) }
        : null,
    aside,
    lines: [...lines.values()],
    matches,
    file,
  }
}

/* A QR code has no lines, but it has the IGV that a factura deducts. */
const igvOfTotalOnly = ({ lines, modifies, document, totals }: PaperDraft) =>
  lines.length === 0 && !modifies && saysIgv(document, document) ? fieldOf(centimos(totals.igv)) : ''

const noted = ({ document, serie, number, date, effect }: NonNullable<PaperDraft['modifies']>) => ({
  modifies: { document, serie, number, date: date ?? null },
  effect,
})

function lineOf(line: SupplierLine, item: Entering): DraftLine {
  const { item_type, item_id, name, own_id, measurement_id } = item
  return {
    item_type,
    item_id,
    name,
    own_id,
    measurement_id,
    quantity: enteringQuantity(line, item) ?? '',
    by: 'total',
    price: '',
    total: line.total,
    is_exempt: line.is_exempt,
  }
}

/** Adds two lines of one item: in their common unit, or else in the item's own. */
function together(a: DraftLine, b: DraftLine, units: readonly Unit[]): DraftLine {
  const size = (id: number | null) => millionths(units.find((unit) => unit.id === id)?.equivalence) ?? scale
  const total = decimal(centimos(a.total) + centimos(b.total))
  const is_exempt = a.is_exempt === true && b.is_exempt === true
  const sum = (to: number | null) => {
    const of = (line: DraftLine) => (millionths(line.quantity) ?? 0n) * size(line.measurement_id)
    return decimalOf(divided(of(a) + of(b), size(to)))
  }
  const measurement_id = a.measurement_id === b.measurement_id ? a.measurement_id : a.own_id
  return { ...a, measurement_id, quantity: sum(measurement_id), total, is_exempt }
}
