/** What one payment covers and what is still missing of it; pure. The server decides, this shows it beforehand. */
import type { PaymentInfo, PaymentOption } from '../../api/model'
import { centimos } from '../../ui/format'

export type Split =
  | { mode: 'all' }
  | { mode: 'lines'; units: Record<number, number> }
  | { mode: 'equal'; of: number }
  | { mode: 'amount'; text: string }

/** What this person pays, in céntimos. */
export function dueOf(info: PaymentInfo, split: Split): number {
  const total = centimos(info.total)
  switch (split.mode) {
    case 'all':
      return total
    case 'lines':
      return Math.min(
        total,
        info.lines.reduce((sum, line) => sum + shareOfLine(line, split.units[line.id] ?? 0), 0),
      )
    case 'equal':
      return shareOf(info, split.of)
    case 'amount':
      return Math.min(total, centimos(split.text))
  }
}

/** Which share comes next: after one of three it is the second of three. */
export const sharesPaid = (info: PaymentInfo, of: number) =>
  info.payments.filter((each) => each.kind === 'SHARE' && each.share_of === of && !each.voided_at)

/* As the server counts: all shares up to this one, less those paid, so that the last one closes to the céntimo. */
function shareOf(info: PaymentInfo, of: number): number {
  const due = centimos(info.total)
  const before = sharesPaid(info, of)
  const number = before.length + 1
  if (number >= of) return due
  const paid = before.reduce((sum, each) => sum + centimos(each.total), 0)
  return Math.min(due, Math.max(0, Math.round(((due + paid) * number) / of) - paid))
}

/* A line's due amount already has its part of every discount; units share it evenly. */
function shareOfLine(line: PaymentInfo['lines'][number], units: number): number {
  const qty = Number(line.due_qty)
  if (qty <= 0 || units <= 0) return 0
  return Math.round((centimos(line.due_amount) * Math.min(units, qty)) / qty)
}

export interface Tender {
  option: PaymentOption
  /** What was typed; empty means: all that is missing. */
  text: string
  operation: string
}

export interface Balance {
  paid: number
  missing: number
  change: number
  /** Other methods above what is due: only cash gives change. */
  excess: boolean
}

/** Amounts of all tenders against what is due. */
export function balanceOf(due: number, tenders: Tender[]): Balance {
  const sum = (cash: boolean) =>
    tenders
      .filter((tender) => tender.option.is_cash === cash)
      .reduce((total, each) => total + centimos(each.text), 0)
  const cash = sum(true)
  const other = sum(false)
  const paid = cash + other
  return {
    paid,
    missing: Math.max(0, due - paid),
    change: Math.max(0, Math.min(cash, paid - due)),
    excess: other > due,
  }
}
