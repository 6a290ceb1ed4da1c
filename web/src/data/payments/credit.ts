/** These pure functions split a sale on credit into instalments with their dates. */
import type { PaymentOption } from '../../api/model'
import { centimos, decimal } from '../../ui/format'
import { plusDays } from '../../ui/zone'
import { creditType } from './paymentTypes'

/** Two usual due dates are this many days apart. */
const daysBetween = 30
export const maxInstalments = 24

export interface Terms {
  /** The due dates, `2026-12-23`, one for each instalment; empty while it is being chosen. */
  days: string[]
  /** The amounts as typed; null makes all instalments equal. */
  amounts: string[] | null
}

export interface Instalment {
  amount: string
  due_on: string
}

export const isCredit = (option: Pick<PaymentOption, 'payment_type_id'>) =>
  option.payment_type_id === creditType

/** Returns the part of the tenders that is owed, in céntimos. */
export const creditOf = (tenders: { option: PaymentOption; text: string }[]) =>
  tenders.filter(({ option }) => isCredit(option)).reduce((sum, { text }) => sum + centimos(text), 0)

/** The usual terms: the whole amount is due in a month. */
export const usualTerms = (today: string): Terms => ({ days: [plusDays(today, daysBetween)], amounts: null })

/** Returns the amount due on each day, in céntimos: what does not divide evenly goes to the first ones. */
export function amountsOf({ days, amounts }: Terms, owed: number): number[] {
  if (amounts) return amounts.map(centimos)
  const each = Math.floor(owed / days.length)
  return days.map((_, at) => each + (at < owed - each * days.length ? 1 : 0))
}

/** Returns what the amounts leave of the debt, in céntimos; 0 when they come to it. */
export const leftToDistribute = (terms: Terms, owed: number) =>
  owed - amountsOf(terms, owed).reduce((sum, each) => sum + each, 0)

/** True when a date is missing, not in the future, or not after the one before it. */
export const isWrongDay = ({ days }: Terms, at: number, today: string) =>
  (days[at] ?? '') <= today || (at > 0 && (days[at] ?? '') <= (days[at - 1] ?? ''))

export const isAgreed = (terms: Terms, owed: number, today: string) =>
  leftToDistribute(terms, owed) === 0 &&
  amountsOf(terms, owed).every((each) => each > 0) &&
  terms.days.every((_, at) => !isWrongDay(terms, at, today))

/** Adds an instalment a month after the last, and makes all of them equal again. */
export function withOneMore({ days }: Terms, today: string): Terms {
  const last = days.at(-1) || today
  return { days: [...days, plusDays(last > today ? last : today, daysBetween)], amounts: null }
}

export const withoutInstalment = ({ days }: Terms, at: number): Terms => ({
  days: days.filter((_, index) => index !== at),
  amounts: null,
})

export const withDay = (terms: Terms, at: number, day: string): Terms => ({
  ...terms,
  days: terms.days.map((each, index) => (index === at ? day : each)),
})

/** Sets an amount that was typed; the others stay as they are. */
export const withAmount = (terms: Terms, owed: number, at: number, text: string): Terms => ({
  ...terms,
  amounts: (terms.amounts ?? amountsOf(terms, owed).map(decimal)).map((each, index) =>
    index === at ? text : each,
  ),
})

/** Returns the instalments as the server takes them. */
export const instalmentsOf = (terms: Terms, owed: number): Instalment[] =>
  amountsOf(terms, owed).map((each, at) => ({ amount: decimal(each), due_on: terms.days[at] ?? '' }))
