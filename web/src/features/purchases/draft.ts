/** These functions hold the draft of a purchase until it is saved; they are pure except `keepDraft` and `keptDraft`. */
import type {
  ItemKind,
  MoneySource,
  NoteEffect,
  PurchaseDocument,
  PurchaseType,
  SetAside,
} from '../../api/model'
import { isAgreed, type Terms, usualTerms } from '../../data/payments/credit'
import { distribute } from '../../ui/distribute'
import { centimos, decimal } from '../../ui/format'
import { plusDays } from '../../ui/zone'
import { hasLines, isNote, mayLackLines } from './kinds'
import { lineTotal } from './lines'

export const maxQuotes = 36
export const maxLines = 500

export interface DraftLine {
  item_type: ItemKind
  item_id: number
  name: string
  /** The unit in which stock counts it. */
  own_id: number
  /** The unit on the document. */
  measurement_id: number | null
  quantity: string
  /** It says which of the two was typed; the other is computed. */
  by: 'price' | 'total'
  price: string
  total: string
  /** The document states no IGV for it. */
  is_exempt?: boolean
}

/** The item that a text of the supplier's XML stands for, which is remembered with the purchase. */
export interface DraftMatch {
  code: string
  text: string
  unit_code: string
  item_type: ItemKind
  item_id: number
  measurement_id: number
  factor: string
}

export interface DraftProvider {
  id: number
  name: string
  document: string
}

export interface PurchaseDraft {
  provider: DraftProvider | null
  document: PurchaseDocument
  serie: string
  number: string
  /** The day; null is today. */
  date: string | null
  /** For a note, the document that it changes; the date is null where that document is recorded here. */
  modifies: { document: PurchaseDocument; serie: string; number: string; date: string | null }
  effect: NoteEffect | null
  /** The time; empty means now, or noon of an earlier day, as the server decides. */
  time: string
  /** The month of the register that it is recorded in; empty is the first that is open. */
  period: string
  include_igv: boolean
  discount: string
  freight: string
  /** A sum paid before with a document of its own: it reduces what is paid now, not the cost of the goods. */
  advance: string
  /** The total on the document; empty while it is not typed. */
  paper: string
  /** The IGV on the document; empty means that it is computed. */
  igv: string
  /** The rate of that IGV in percent; empty means the legal one on the document's day. */
  igv_percent: string
  /** The base and the rate that the XML file states for that IGV; null without a file. */
  igvOf: { base: string; percent: string } | null
  /**
   * These amounts are stated separately and are part of the total; other charges are negative where a discount leaves the base of
   * the IGV alone.
   */
  isc: string
  icbper: string
  other_charges: string
  type: PurchaseType
  source: MoneySource
  payment_option: string | null
  /** The terms; null is one instalment, in a month. */
  terms: Terms | null
  /** The amounts that are not part of the instalments, and where they go. */
  aside: SetAside[]
  lines: DraftLine[]
  matches: DraftMatch[]
  /** The name of the file that it was read from; null where it was typed. */
  file: string | null
}

export const emptyPurchaseDraft: PurchaseDraft = {
  provider: null,
  document: 'BOLETA',
  serie: '',
  number: '',
  date: null,
  modifies: { document: 'FACTURA', serie: '', number: '', date: null },
  effect: null,
  time: '',
  period: '',
  include_igv: true,
  discount: '',
  freight: '',
  advance: '',
  paper: '',
  igv: '',
  igv_percent: '',
  igvOf: null,
  isc: '',
  icbper: '',
  other_charges: '',
  type: 'CONTADO',
  source: 'CASH',
  payment_option: null,
  terms: null,
  aside: [],
  lines: [],
  matches: [],
  file: null,
}

/** Returns whether anything was typed that would be missed. */
export const isEmpty = (draft: PurchaseDraft) => JSON.stringify(draft) === JSON.stringify(emptyPurchaseDraft)

export const keyOf = (item: { item_type: ItemKind; item_id: number }) => `${item.item_type}:${item.item_id}`

/** Returns the lines, which only some kinds of document have. */
export const purchaseLinesOf = (draft: PurchaseDraft) => (hasLines(draft) ? draft.lines : [])

/*
 * Returns the part of the net sum that bears IGV, in céntimos: without exempt lines, bags and charges that the document states
 * separately.
 */
function taxedOf(draft: PurchaseDraft, net: number) {
  const lines = purchaseLinesOf(draft)
  const parts = distribute(
    net,
    lines.map((line) => lineTotal(line) ?? 0),
  )
  const isExempt = lines.some((line) => line.is_exempt)
  const taxed = isExempt ? parts.reduce((sum, part, at) => (lines[at]?.is_exempt ? sum : sum + part), 0) : net
  if (taxed === 0) return 0
  return taxed - Math.min(taxed, centimos(draft.icbper) + centimos(draft.other_charges))
}

/** Returns the sums of the lines with freight, discount and the IGV added to them, in céntimos. */
export function purchaseSums(draft: PurchaseDraft, igvPercent: number) {
  if (purchaseLinesOf(draft).length === 0 && mayLackLines(draft)) {
    return { goods: 0, igv: centimos(draft.igv), total: centimos(draft.paper) }
  }
  const goods = purchaseLinesOf(draft).reduce((sum, line) => sum + (lineTotal(line) ?? 0), 0)
  const net = goods - centimos(draft.discount) - centimos(draft.advance) + centimos(draft.freight)
  const computed = Math.round((taxedOf(draft, net) * Math.round(igvPercent * 100)) / 10_000)
  const igv = igvPercent > 0 && draft.igv !== '' ? centimos(draft.igv) : computed
  return { goods, igv, total: net + igv }
}

export type IgvInclusion = 'withIgv' | 'withoutIgv'

/** Returns whether the price of a line includes IGV; null where neither its document nor the company knows a rate. */
export function igvOf(
  draft: Pick<PurchaseDraft, 'document' | 'include_igv'>,
  line: DraftLine,
  rate: number,
): IgvInclusion | null {
  const { document, include_igv } = draft
  if (rate === 0 || line.is_exempt || (document !== 'FACTURA' && document !== 'BOLETA')) return null
  return document === 'BOLETA' || include_igv ? 'withIgv' : 'withoutIgv'
}

/** Returns what is paid or owed, in céntimos: the document's total; without one, the sum of the lines. */
export const owedOf = (draft: PurchaseDraft, total: number) =>
  draft.paper === '' ? total : centimos(draft.paper)

/** Returns the amounts outside the instalments, in céntimos, or those of one kind. */
export const asideOf = ({ aside }: Pick<PurchaseDraft, 'aside'>, kind?: SetAside['kind']) =>
  aside.reduce((sum, part) => (kind && part.kind !== kind ? sum : sum + centimos(part.amount)), 0)

/** Returns what is paid at once, in céntimos. */
export const paidNow = (draft: PurchaseDraft, total: number) =>
  draft.type === 'CREDITO' ? asideOf(draft, 'FIRST_PAYMENT') : owedOf(draft, total)

/** Returns the rate of IGV in percent: the typed one, else the legal one; 0 where the company deducts none. */
export const percentOf = ({ igv_percent }: Pick<PurchaseDraft, 'igv_percent'>, lawful: number) =>
  lawful > 0 && Number(igv_percent) > 0 ? Number(igv_percent) : lawful

export const dateOf = (draft: PurchaseDraft, today: string) => draft.date ?? today

export const termsOf = (draft: PurchaseDraft, today: string): Terms =>
  draft.terms ?? usualTerms(dateOf(draft, today))

/** The first reason, in the order of the page, why it cannot be saved yet. */
export type MissingReason =
  | { why: 'provider' | 'modifies' | 'item' | 'paper' | 'paperOff' | 'igv' | 'quotes' | 'cycle' }
  | { why: 'unit' | 'quantity' | 'price'; line: number; name: string }

export interface PurchaseFacts {
  total: number
  today: string
  /** True when the user has an open cash cycle; null while that is not known. */
  hasCycle: boolean | null
}

export function missingOf(
  draft: PurchaseDraft,
  { total, today, hasCycle }: PurchaseFacts,
): MissingReason | null {
  if (!draft.provider) return { why: 'provider' }
  if (isNote(draft.document) && (draft.modifies.serie === '' || draft.modifies.number === '')) {
    return { why: 'modifies' }
  }
  const lines = purchaseLinesOf(draft)
  if (lines.length === 0 && !mayLackLines(draft)) return { why: 'item' }
  for (const [line, each] of lines.entries()) {
    if (!(Number(each.quantity) > 0)) return { why: 'quantity', line, name: each.name }
    if (each.measurement_id === null) return { why: 'unit', line, name: each.name }
    if (lineTotal(each) === null) return { why: 'price', line, name: each.name }
  }
  // A purchase without a document has no total to compare with.
  if (draft.paper === '' && draft.document !== 'OTRO') return { why: 'paper' }
  const owed = owedOf(draft, total)
  if (owed !== total) return { why: 'paperOff' }
  if (draft.document === 'RECIBO_PUBLICO' && draft.igv === '') return { why: 'igv' }
  // How much of a credit note is paid back is known only after it was taken off the debt.
  if (draft.document === 'NOTA_CREDITO') return null
  // It was a gift, or an advance was used up: nothing is paid, nothing is owed.
  if (owed === 0) return null
  if (draft.type === 'CREDITO') {
    const before = plusDays(dateOf(draft, today), -1)
    if (!isAgreed(termsOf(draft, today), owed - asideOf(draft), before)) return { why: 'quotes' }
  }
  return paidNow(draft, total) > 0 && draft.source === 'CASH' && hasCycle === false ? { why: 'cycle' } : null
}

const storageKey = (user: number) => `comanda.purchase.${user}`

interface KeptDraft {
  at: number
  draft: PurchaseDraft
}

/** Keeps the draft on this device, and forgets an empty one; returns when it was kept, in ms. */
export function keepDraft(user: number, draft: PurchaseDraft, at: number): number | null {
  if (isEmpty(draft)) {
    localStorage.removeItem(storageKey(user))
    return null
  }
  localStorage.setItem(storageKey(user), JSON.stringify({ at, draft } satisfies KeptDraft))
  return at
}

/** Returns the stored draft, completed with fields that an older version did not have; null where it cannot be read. */
export function keptDraft(user: number): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(user)) ?? 'null') as KeptDraft | null
    if (!kept || !Array.isArray(kept.draft?.lines)) return null
    return { at: kept.at, draft: { ...emptyPurchaseDraft, ...kept.draft } }
  } catch {
    return null
  }
}

/** Returns céntimos as text for a field. */
export const fieldOf = (value: number) => (value === 0 ? '' : decimal(value))
