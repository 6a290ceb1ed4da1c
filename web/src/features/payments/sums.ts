/** These pure functions make the rows below the lines of the payment screen, which add up from top to bottom. */
import type { PaymentInfo } from '../../api/model'
import { centimos } from '../../ui/format'
import { dueOf, isUnchosen, type Split } from './due'

type Said =
  | 'subtotal'
  | 'accountTotal'
  | 'paidBefore'
  | 'due'
  | 'thisPerson'
  | 'staysAfter'
  | 'chosen'
  | 'adjusted'
  | 'igv'
  | 'bagTax'
  | 'serviceIncluded'

export interface SumRow {
  /** The row's label: one of our words, or the name of a discount or charge. */
  is: { said: Said } | { name: string }
  /** The value in céntimos. */
  value: number
  /** It is `sum` for the sum of the rows above, `note` for one that is part of none. */
  kind?: 'sum' | 'note'
}

const said = (word: Said, value: number, kind?: SumRow['kind']): SumRow => ({
  is: { said: word },
  value,
  ...(kind ? { kind } : {}),
})

/** Returns the sum of the lines at their prices, before discounts and charges. */
export const grossOf = (info: PaymentInfo) => info.lines.reduce((sum, line) => sum + centimos(line.total), 0)

/** Returns the rows below the lines. */
export function sumRowsOf(info: PaymentInfo, split: Split): SumRow[] {
  return split.mode === 'lines' ? ofChosen(info, split) : ofAccount(info, split)
}

/* For the whole account: subtotal, discounts, charges, total, and what was paid of it. */
function ofAccount(info: PaymentInfo, split: Split): SumRow[] {
  const { discounts, charges } = info.adjustments
  const paid = centimos(info.paid)
  const rows: SumRow[] = [
    ...discounts.map((each) => ({ is: { name: each.description }, value: -centimos(each.amount) })),
    ...charges.map((each) => ({ is: { name: each.description }, value: centimos(each.amount) })),
  ]
  if (rows.length > 0) rows.unshift(said('subtotal', grossOf(info)))
  rows.push(said('accountTotal', centimos(info.account_total), 'sum'))
  if (paid > 0) rows.push(said('paidBefore', -paid), said('due', centimos(info.total), 'sum'))
  // These amounts are of all that is due of the account, not of one person's part.
  rows.push(said('igv', centimos(info.igv_included), 'note'))
  const bagTax = centimos(info.bag_tax)
  if (bagTax > 0) rows.push(said('bagTax', bagTax, 'note'))
  const service = centimos(info.service_included)
  if (service > 0) rows.push(said('serviceIncluded', service, 'note'))
  if (split.mode !== 'all' && !isUnchosen(split)) rows.push(...ofPerson(info, split))
  return rows
}

/* For chosen lines: their sum, and the effect of discounts and charges on them. */
function ofChosen(info: PaymentInfo, split: Split & { mode: 'lines' }): SumRow[] {
  if (isUnchosen(split)) return [said('due', centimos(info.total), 'sum')]
  const gross = info.lines.reduce((sum, line) => sum + priceOf(line, split.units[line.id] ?? 0), 0)
  const due = dueOf(info, split)
  const rows = gross === due ? [] : [said('chosen', gross), said('adjusted', due - gross)]
  return [...rows, ...ofPerson(info, split)]
}

const ofPerson = (info: PaymentInfo, split: Split): SumRow[] => {
  const due = dueOf(info, split)
  return [said('thisPerson', due, 'sum'), said('staysAfter', centimos(info.total) - due, 'note')]
}

/** Returns the price of some units of a line, in céntimos. */
export const priceOf = (line: PaymentInfo['lines'][number], units: number) =>
  Math.round((centimos(line.total) * units) / (Number(line.qty_original) || 1))
