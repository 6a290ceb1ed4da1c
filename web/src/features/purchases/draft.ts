/** The paper as it is being typed, and what is kept of it until it is saved; pure but for `keepDraft` and `keptDraft`. */
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
  /** The unit that the store room counts it in. */
  own_id: number
  /** The unit of the paper. */
  measurement_id: number | null
  quantity: string
  /** Which of the two is typed; the other is computed. */
  by: 'price' | 'total'
  price: string
  total: string
  /** The paper says no IGV for it. */
  is_exempt?: boolean
}

/** What words of the supplier's XML stand for, to be remembered with the purchase. */
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

export interface Draft {
  provider: DraftProvider | null
  document: PurchaseDocument
  serie: string
  number: string
  /** Null: today. */
  date: string | null
  /** Of a note: the paper that it changes; its date empty where that is written here. */
  modifies: { document: PurchaseDocument; serie: string; number: string; date: string | null }
  effect: NoteEffect | null
  /** Empty: now, or noon of an earlier day, as the server has it. */
  time: string
  /** In which month's register it is written; empty: the first that is open. */
  period: string
  include_igv: boolean
  discount: string
  freight: string
  /** Paid before with a paper of its own: off what is paid now, not off what the goods cost. */
  advance: string
  /** The total that the paper says. */
  paper: string
  /** The IGV that it says; empty: computed. */
  igv: string
  /** Per cent of it; empty: what the law says on the paper's day. */
  igv_percent: string
  /** What the file says of that IGV besides. */
  igvOf: { base: string; percent: string } | null
  /** What it says apart, in its total all the same; the last is below zero where a discount leaves the base of the IGV alone. */
  isc: string
  icbper: string
  other_charges: string
  type: PurchaseType
  source: MoneySource
  payment_option: string | null
  /** Null: one, in a month. */
  terms: Terms | null
  /** What the instalments leave out, and where it goes. */
  aside: SetAside[]
  lines: DraftLine[]
  matches: DraftMatch[]
  /** Name of the file that it was read from. */
  file: string | null
}

export const emptyDraft: Draft = {
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

/** Whether anything was typed that would be missed. */
export const isEmpty = (draft: Draft) => JSON.stringify(draft) === JSON.stringify(emptyDraft)

export const keyOf = (item: { item_type: ItemKind; item_id: number }) => `${item.item_type}:${item.item_id}`

/** The lines that its kind of paper has. */
export const linesOf = (draft: Draft) => (hasLines(draft) ? draft.lines : [])

/* What bears IGV of what the lines come to: not what is exempt, nor bags and charges that the paper says apart. */
function taxedOf(draft: Draft, net: number) {
  const lines = linesOf(draft)
  const parts = distribute(
    net,
    lines.map((line) => lineTotal(line) ?? 0),
  )
  const isExempt = lines.some((line) => line.is_exempt)
  const taxed = isExempt ? parts.reduce((sum, part, at) => (lines[at]?.is_exempt ? sum : sum + part), 0) : net
  if (taxed === 0) return 0
  return taxed - Math.min(taxed, centimos(draft.icbper) + centimos(draft.other_charges))
}

/** What the lines come to with freight, discount and the IGV that is added to them, in céntimos. */
export function sumsOf(draft: Draft, igvPercent: number) {
  if (linesOf(draft).length === 0 && mayLackLines(draft)) {
    return { goods: 0, igv: centimos(draft.igv), total: centimos(draft.paper) }
  }
  const goods = linesOf(draft).reduce((sum, line) => sum + (lineTotal(line) ?? 0), 0)
  const net = goods - centimos(draft.discount) - centimos(draft.advance) + centimos(draft.freight)
  const computed = Math.round((taxedOf(draft, net) * Math.round(igvPercent * 100)) / 10_000)
  const igv = igvPercent > 0 && draft.igv !== '' ? centimos(draft.igv) : computed
  return { goods, igv, total: net + igv }
}

export type IgvSaid = 'withIgv' | 'withoutIgv'

/** Whether the price of a line holds the IGV; null where neither its paper nor the house knows one. */
export function igvOf(
  draft: Pick<Draft, 'document' | 'include_igv'>,
  line: DraftLine,
  rate: number,
): IgvSaid | null {
  const { document, include_igv } = draft
  if (rate === 0 || line.is_exempt || (document !== 'FACTURA' && document !== 'BOLETA')) return null
  return document === 'BOLETA' || include_igv ? 'withIgv' : 'withoutIgv'
}

/** What is paid or owed, in céntimos: what the paper says; without one, what the lines come to. */
export const owedOf = (draft: Draft, total: number) => (draft.paper === '' ? total : centimos(draft.paper))

/** What goes elsewhere, or at once, where it is owed in instalments; in céntimos. */
export const asideOf = ({ aside }: Pick<Draft, 'aside'>, kind?: SetAside['kind']) =>
  aside.reduce((sum, part) => (kind && part.kind !== kind ? sum : sum + centimos(part.amount)), 0)

/** What is paid at once, in céntimos. */
export const paidNow = (draft: Draft, total: number) =>
  draft.type === 'CREDITO' ? asideOf(draft, 'FIRST_PAYMENT') : owedOf(draft, total)

/** Per cent of its IGV: what was typed, else what the law says; 0 where the house deducts none. */
export const percentOf = ({ igv_percent }: Pick<Draft, 'igv_percent'>, lawful: number) =>
  lawful > 0 && Number(igv_percent) > 0 ? Number(igv_percent) : lawful

export const dateOf = (draft: Draft, today: string) => draft.date ?? today

export const termsOf = (draft: Draft, today: string): Terms => draft.terms ?? usualTerms(dateOf(draft, today))

/** Why it cannot be saved yet, the first thing in the order of the page. */
export type Missing =
  | { why: 'provider' | 'modifies' | 'item' | 'paper' | 'paperOff' | 'igv' | 'quotes' | 'cycle' }
  | { why: 'unit' | 'quantity' | 'price'; line: number; name: string }

export interface Known {
  total: number
  today: string
  /** Whether there is an open cash cycle of one's own; null while that is not known. */
  hasCycle: boolean | null
}

export function missingOf(draft: Draft, { total, today, hasCycle }: Known): Missing | null {
  if (!draft.provider) return { why: 'provider' }
  if (isNote(draft.document) && (draft.modifies.serie === '' || draft.modifies.number === '')) {
    return { why: 'modifies' }
  }
  const lines = linesOf(draft)
  if (lines.length === 0 && !mayLackLines(draft)) return { why: 'item' }
  for (const [line, each] of lines.entries()) {
    if (!(Number(each.quantity) > 0)) return { why: 'quantity', line, name: each.name }
    if (each.measurement_id === null) return { why: 'unit', line, name: each.name }
    if (lineTotal(each) === null) return { why: 'price', line, name: each.name }
  }
  // What has no paper has no total to compare with.
  if (draft.paper === '' && draft.document !== 'OTRO') return { why: 'paper' }
  const owed = owedOf(draft, total)
  if (owed !== total) return { why: 'paperOff' }
  if (draft.document === 'RECIBO_PUBLICO' && draft.igv === '') return { why: 'igv' }
  // What of a credit note comes back as money is known once it is taken off what is owed.
  if (draft.document === 'NOTA_CREDITO') return null
  // A gift, an advance used up: nothing is paid, nothing is owed.
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
  draft: Draft
}

/** Keeps it on this device; an empty one is forgotten. When it was kept. */
export function keepDraft(user: number, draft: Draft, at: number): number | null {
  if (isEmpty(draft)) {
    localStorage.removeItem(storageKey(user))
    return null
  }
  localStorage.setItem(storageKey(user), JSON.stringify({ at, draft } satisfies KeptDraft))
  return at
}

/** What was kept, with what an older version did not know yet; nothing where it cannot be read. */
export function keptDraft(user: number): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(user)) ?? 'null') as KeptDraft | null
    if (!kept || !Array.isArray(kept.draft?.lines)) return null
    return { at: kept.at, draft: { ...emptyDraft, ...kept.draft } }
  } catch {
    return null
  }
}

/** Céntimos as a field holds them. */
export const fieldOf = (value: number) => (value === 0 ? '' : decimal(value))
