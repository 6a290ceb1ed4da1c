/**
 * This state holds one payment in the making: what it covers, how it is paid, and the document with its client. It is a pure
 * reducer.
 */
import type { AccountClient, PaymentInfo, PaymentOption, PaymentsConfig, PaymentTaken } from '../../api/model'
import type { Terms } from '../../data/payments/credit'
import { centimos, decimal } from '../../ui/format'
import { typeKey } from '../../ui/NumericPad'
import { dueOf, isUnchosen, type Split, splitOf, type Tender, withNote } from './due'
import { digitsAfter } from './keypadFocus'
import { lastDayOfPaper, type Paper, paperFor } from './paper'

export const FACTURA = 2
export const BOLETA = 1

/** The server's data of the account and its till, and of the company's documents. */
export interface Facts {
  info: PaymentInfo
  config: PaymentsConfig
  /** The client whom the account is for already. */
  requestClient: AccountClient | null
  /** A boleta above this names its client, in céntimos. */
  maxUnnamed: number
}

export interface Paying {
  split: Split
  tenders: Tender[]
  /** The index of the tender that the pad writes into. */
  active: number
  field: 'amount' | 'operation'
  /** True when the next digit starts anew, after a quick amount or a change of method. */
  fresh: boolean
  client: AccountClient | null
  typeId: number
  /** The address that the document is mailed to; empty sends no mail. */
  email: string
  byConsumption: boolean
  print: boolean
  /** The document that was already written by hand; null means that it is issued now. */
  paper: Paper | null
  /** The due dates of a sale on credit; null means the usual ones. */
  terms: Terms | null
  /** The last payment taken here, until the next one; else null. */
  paid: PaymentTaken | null
}

export type PayingStep =
  | { type: 'split'; split: Split }
  | { type: 'method'; option: PaymentOption }
  | { type: 'nextMethod' }
  | { type: 'key'; key: string }
  | { type: 'note'; note: string }
  | { type: 'exact' }
  | { type: 'activate'; index: number }
  | { type: 'remove'; index: number }
  | { type: 'field'; field: Paying['field'] }
  | { type: 'operation'; text: string }
  | { type: 'document'; id: number }
  | { type: 'nextDocument' }
  | { type: 'client'; client: AccountClient | null }
  | { type: 'email'; text: string }
  | { type: 'byConsumption'; on: boolean }
  | { type: 'print'; on: boolean }
  | { type: 'paper'; paper: Paper | null }
  | { type: 'terms'; terms: Terms }
  | { type: 'paid'; payment: PaymentTaken }
  | { type: 'hidePaid' }

export function initialPaying({ info, config, requestClient }: Facts): Paying {
  return {
    ...tendersAnew(config),
    split: splitOf(info),
    client: requestClient,
    typeId: firstType(config, requestClient),
    email: requestClient?.email ?? '',
    byConsumption: false,
    print: true,
    paper: null,
    terms: null,
    paid: null,
  }
}

export function reducePaying(facts: Facts, now: Paying, step: PayingStep): Paying {
  switch (step.type) {
    case 'split':
      return {
        ...now,
        split: step.split,
        tenders: now.tenders.map((tender) => ({ ...tender, text: '', notes: [] })),
        fresh: true,
      }
    case 'method':
      return withMethod(facts, now, step.option)
    case 'nextMethod': {
      const current = now.tenders[now.active]?.option.id
      const next = after(facts.config.payment_options, current)
      return next ? withMethod(facts, now, next) : now
    }
    case 'key':
      return typed(now, step.key)
    case 'note':
      return { ...changed(now, now.active, (tender) => withNote(tender, step.note)), fresh: true }
    case 'exact': {
      const text = decimal(missingOf(facts, now))
      return {
        ...changed(now, now.active, (tender) => ({ ...tender, text, notes: [], isSuggested: false })),
        fresh: true,
      }
    }
    case 'activate':
      return { ...now, active: step.index, field: 'amount', fresh: true }
    case 'remove':
      return without(now, step.index)
    case 'field':
      return { ...now, field: step.field }
    case 'operation':
      return changed(now, now.active, (tender) => ({
        ...tender,
        operation: step.text,
        isSuggested: false,
      }))
    case 'document':
      return { ...now, typeId: step.id, paper: paperFor(facts.config, now, step.id) }
    case 'nextDocument':
      return reducePaying(facts, now, {
        type: 'document',
        id: after(facts.config.billing_types, now.typeId)?.id ?? now.typeId,
      })
    case 'client':
      return {
        ...now,
        client: step.client,
        email: step.client?.email ?? '',
        typeId:
          lastDayOfPaper(facts.config, now.typeId) === null
            ? typeFor(facts.config, step.client, unasked(now))
            : now.typeId,
      }
    case 'email':
      return { ...now, email: step.text }
    case 'byConsumption':
      return { ...now, byConsumption: step.on }
    case 'print':
      return { ...now, print: step.on }
    case 'paper':
      return { ...now, paper: step.paper }
    case 'terms':
      return { ...now, terms: step.terms }
    case 'paid':
      return nextPart(facts, now, step.payment)
    case 'hidePaid':
      return { ...now, paid: null }
  }
}

/** True while nobody has said what this person pays, so that all that is due is shown. */
export const isSplitOpen = ({ info }: Facts, { split }: Pick<Paying, 'split'>) =>
  isUnchosen(split) && centimos(info.total) > 0

/** Returns the amount of this payment, in céntimos. */
export const amountDue = (facts: Facts, now: Pick<Paying, 'split'>) =>
  isSplitOpen(facts, now) ? centimos(facts.info.total) : dueOf(facts.info, now.split)

/** True when something was chosen or typed that leaving the screen would lose. */
export const isBegun = ({ info, requestClient }: Facts, { split, tenders, client, email, paper }: Paying) =>
  JSON.stringify(split) !== JSON.stringify(splitOf(info)) ||
  tenders.some((tender) => tender.text !== '' || tender.operation !== '') ||
  client?.id !== requestClient?.id ||
  email !== (client?.email ?? '') ||
  paper !== null

function tendersAnew(config: PaymentsConfig): Pick<Paying, 'tenders' | 'active' | 'field' | 'fresh'> {
  const cash = config.payment_options.find((option) => option.is_cash) ?? config.payment_options[0]
  return { tenders: cash ? [emptyTender(cash)] : [], active: 0, field: 'amount', fresh: true }
}

const emptyTender = (option: PaymentOption): Tender => ({ option, text: '', notes: [], operation: '' })

const paidBy = (tenders: Tender[]) => tenders.reduce((sum, each) => sum + centimos(each.text), 0)

/** Returns the cash part of a payment of `due` céntimos: it pays what the other methods leave. */
export const paidInCash = (tenders: Tender[], due: number) =>
  tenders.some((tender) => tender.option.is_cash)
    ? Math.max(0, due - paidBy(tenders.filter((tender) => !tender.option.is_cash)))
    : 0

/* Returns what the active tender still has to pay, in céntimos. */
const missingOf = (facts: Facts, now: Paying) =>
  Math.max(0, amountDue(facts, now) - paidBy(now.tenders.filter((_, at) => at !== now.active)))

const changed = (now: Paying, index: number, change: (tender: Tender) => Tender): Paying => ({
  ...now,
  tenders: now.tenders.map((tender, at) => (at === index ? change(tender) : tender)),
})

function after<T extends { id: number }>(all: T[], id: number | undefined): T | undefined {
  return all[(all.findIndex((each) => each.id === id) + 1) % all.length]
}

function withMethod(facts: Facts, now: Paying, option: PaymentOption): Paying {
  // The amount is already there, so the number on the phone or voucher is asked for.
  const field = option.asks_operation_number ? 'operation' : 'amount'
  const begun: Paying = { ...now, field, fresh: true }
  const known = now.tenders.findIndex((tender) => tender.option.id === option.id)
  if (known >= 0) return { ...begun, active: known }
  const current = now.tenders[now.active]
  // A method whose amount nobody has typed is replaced; another is kept, and the rest is paid with the new one.
  const exchanged = current && (centimos(current.text) === 0 || current.isSuggested)
  const kept = exchanged ? now.tenders.filter((_, at) => at !== now.active) : now.tenders
  const rest = Math.max(0, amountDue(facts, now) - paidBy(kept))
  const text = option.is_cash || rest === 0 ? '' : decimal(rest)
  return {
    ...begun,
    tenders: [...kept, { ...emptyTender(option), text, isSuggested: text !== '' }],
    active: kept.length,
  }
}

function typed(now: Paying, key: string): Paying {
  const current = now.tenders[now.active]
  if (!current) return now
  if (now.field === 'operation') {
    const operation = digitsAfter(current.operation, key)
    return changed(now, now.active, (tender) => ({ ...tender, operation, isSuggested: false }))
  }
  // A text that was not typed digit by digit is not deleted digit by digit either.
  const text = typeKey(now.fresh ? '' : current.text, key)
  return {
    ...changed(now, now.active, (tender) => ({ ...tender, text, notes: [], isSuggested: false })),
    fresh: false,
  }
}

function without(now: Paying, index: number): Paying {
  const left =
    now.tenders.length === 1
      ? changed(now, index, (tender) => emptyTender(tender.option))
      : { ...now, tenders: now.tenders.filter((_, at) => at !== index) }
  return { ...left, active: 0 }
}

/*
 * A factura that was chosen only for the last client's RUC goes with that client; one that somebody chose stays, and needs a RUC.
 */
const unasked = ({ client, typeId }: Paying) =>
  typeId === FACTURA && client?.document_type === 'RUC' ? BOLETA : typeId

/* A RUC asks for a factura. Before billing is set up there are only notas de venta. */
function typeFor(config: PaymentsConfig, client: AccountClient | null, typeId: number): number {
  const wanted = client?.document_type === 'RUC' ? FACTURA : typeId
  if (wanted !== BOLETA && wanted !== FACTURA) return wanted
  return config.billing_types.find((type) => type.id === wanted)?.id ?? config.billing_types[0]?.id ?? wanted
}

const firstType = (config: PaymentsConfig, client: AccountClient | null) => typeFor(config, client, BOLETA)

/** Returns whether the document goes to the tax authority, and so by mail to a client who wants it. */
export const isMailed = ({ typeId }: Pick<Paying, 'typeId'>) => typeId === BOLETA || typeId === FACTURA

/** Returns whether the text has the form of one mail address; the server checks the rest. */
export const isEmail = (text: string) => /^[^\s@;,]+@[^\s@;,]+\.\p{L}[^\s@;,.]*$/u.test(text.trim())

/*
 * Returns the state of the next part: who shares by three goes on sharing by three, who pays by lines by lines; and it is most
 * likely another person's.
 */
function nextPart({ config, requestClient }: Facts, now: Paying, payment: PaymentTaken): Paying {
  return {
    ...now,
    ...tendersAnew(config),
    split: nextSplit(now.split),
    client: requestClient,
    email: requestClient?.email ?? '',
    typeId: firstType(config, requestClient),
    paper: null,
    terms: null,
    paid: payment,
  }
}

function nextSplit(split: Split): Split {
  if (split.mode === 'equal') return split
  return split.mode === 'lines' ? { mode: 'lines', units: {} } : { mode: 'all' }
}
