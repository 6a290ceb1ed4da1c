/**
 * These pure functions say what one payment covers and what of it is missing. The server computes the quotes, which are added up
 * here.
 */
import type { PaymentInfo, PaymentMade, PaymentOption } from '../../api/model'
import { centimos, decimal } from '../../ui/format'

export type Split =
  | { mode: 'all' }
  | { mode: 'lines'; units: Record<number, number> }
  | { mode: 'equal'; of: number }
  | { mode: 'amount'; text: string }

/** Returns what this person pays, in céntimos. */
export function dueOf(info: PaymentInfo, split: Split): number {
  const total = centimos(info.total)
  switch (split.mode) {
    case 'all':
      return total
    case 'lines': {
      const units = (line: DueLine) => Math.min(split.units[line.id] ?? 0, Number(line.due_qty))
      // The remainder belongs to the person who pays the last units.
      if (info.lines.every((line) => units(line) === Number(line.due_qty))) return total
      return Math.min(
        total,
        info.lines.reduce((sum, line) => sum + quotedAmount(line, units(line)), 0),
      )
    }
    case 'equal':
      return centimos(shareOf(info, split.of)?.amount)
    case 'amount':
      return Math.min(total, centimos(split.text))
  }
}

/** Returns whether nobody has said yet what this person pays: then all that is due is shown. */
export function isUnchosen(split: Split): boolean {
  if (split.mode === 'lines') return Object.values(split.units).every((units) => units <= 0)
  return split.mode === 'amount' && centimos(split.text) === 0
}

/** Returns how the account is being split already: whoever comes to it goes on with that. */
export function splitOf(info: PaymentInfo): Split {
  const last = info.payments.filter((each) => !each.voided_at).at(-1)
  if (last?.kind === 'SHARE' && last.share_of && sharesPaid(info, last.share_of).size < last.share_of)
    return { mode: 'equal', of: last.share_of }
  return last?.kind === 'LINES' ? { mode: 'lines', units: {} } : { mode: 'all' }
}

/** Returns whether the server quoted this split; beyond its quotes it is only estimated here. */
export function isQuoted(info: PaymentInfo, split: Split): boolean {
  if (split.mode !== 'lines') return true
  return info.lines.every((line) => (split.units[line.id] ?? 0) <= line.due_amounts.length)
}

/** Returns the number of the next share, the first that nobody has paid: after one of three it is the second of three. */
export function nextShare(info: PaymentInfo, of: number): number {
  const paid = sharesPaid(info, of)
  return Math.min(
    of,
    firstFree((number) => paid.has(number)),
  )
}

/** Returns the largest number of people among whom the account can be shared. */
export const mostShares = (info: PaymentInfo) => info.shares.at(-1)?.of ?? 2

/* Returns the next of so many shares, as the server quotes it. */
const shareOf = (info: PaymentInfo, of: number) => info.shares.find((each) => each.of === of)

/** Returns the payments of the shares that are paid, by the number of the share. */
export function sharesPaid(info: PaymentInfo, of: number): Map<number, PaymentMade> {
  const numbers = shareNumbers(info.payments, of)
  const valid = info.payments.filter((each) => numbers.has(each.id) && !each.voided_at)
  return new Map(valid.map((each) => [numbers.get(each.id) ?? 0, each]))
}

/**
 * Returns which of `of` shares each payment was, by its id. It was the first that nobody had paid then: who pays again after an
 * annulment takes the place of the annulled one, and the others keep theirs. `payments` are all of an account, the first one
 * first.
 */
export function shareNumbers(payments: PaymentMade[], of: number): Map<number, number> {
  const numbers = new Map<number, number>()
  const shares = payments.filter((each) => each.kind === 'SHARE' && each.share_of === of)
  for (const [index, share] of shares.entries()) {
    const start = Date.parse(share.created_at)
    const stood = shares
      .slice(0, index)
      .filter((each) => !each.voided_at || Date.parse(each.voided_at) > start)
    const held = new Set(stood.map((each) => numbers.get(each.id)))
    const replaced = share.replaces_id == null ? undefined : numbers.get(share.replaces_id)
    numbers.set(share.id, replaced ?? firstFree((number) => held.has(number)))
  }
  return numbers
}

function firstFree(isHeld: (number: number) => boolean): number {
  let number = 1
  while (isHeld(number)) number += 1
  return number
}

type DueLine = PaymentInfo['lines'][number]

/* Returns the price of the next units of a line, in céntimos; units beyond the quoted ones share its amount evenly. */
export function quotedAmount(line: DueLine, units: number): number {
  const qty = Number(line.due_qty)
  if (qty <= 0 || units <= 0) return 0
  const exact = line.due_amounts[units - 1]
  return exact === undefined ? Math.round((centimos(line.due_amount) * units) / qty) : centimos(exact)
}

export interface Tender {
  option: PaymentOption
  /** The amount as typed; empty means all that is missing. */
  text: string
  /** The notes that were tapped, which add up to the amount; empty when it was typed. */
  notes: string[]
  operation: string
  /** True while nobody has changed the amount, which was filled in with what is missing. */
  isSuggested?: boolean
}

/** Adds a tapped note to those before; an amount that was typed is replaced by the first. */
export function withNote(tender: Tender, note: string): Tender {
  const notes = [...tender.notes, note]
  return {
    ...tender,
    notes,
    isSuggested: false,
    text: decimal(notes.reduce((sum, each) => sum + centimos(each), 0)),
  }
}

export interface Balance {
  paid: number
  missing: number
  change: number
  /** True when methods other than cash exceed what is due: only cash gives change. */
  excess: boolean
}

/** From this change on (céntimos) a house without quick amounts is asked about it. */
const muchChange = 20_000

/**
 * True when a decimal point may have been forgotten: the change is more than the account itself and than the largest note that
 * the house takes.
 */
export function isDoubtfulChange({ change }: Balance, due: number, quickAmounts: string[]): boolean {
  const largest = Math.max(...quickAmounts.map(centimos))
  return change > due && change > (quickAmounts.length > 0 ? largest : muchChange)
}

/** Returns the cash that was given, in céntimos. */
export const cashOf = (tenders: Tender[]) =>
  tenders.filter((tender) => tender.option.is_cash).reduce((sum, each) => sum + centimos(each.text), 0)

/** Compares all tenders with what is due; cash is rounded down to S/ 0.10. */
export function balanceOf(due: number, tenders: Tender[], roundsCash = false): Balance {
  const cash = cashOf(tenders)
  const other = tenders.reduce((sum, each) => sum + centimos(each.text), 0) - cash
  const paid = cash + other
  const wanted = roundsCash && cash > 0 && due > other ? due - ((due - other) % 10) : due
  return {
    paid,
    missing: Math.max(0, wanted - paid),
    change: Math.max(0, Math.min(cash, paid - wanted)),
    excess: other > due,
  }
}
