import { centimos } from '../../../ui/format'
import { type Amounts, type CreditNoteRequest, discountedLines, type ReasonCode, type Units } from './queries'

/** The way of undoing: all of it goes back, a part of it, or what stays sold becomes cheaper. */
export type How = 'WHOLE' | 'NOTE' | 'DISCOUNT'

/** What a person chose, of all ways of undoing at once: a way that is left and chosen again stands as it was. */
export interface Choices {
  how: How
  noteCode: ReasonCode
  discountCode: '04' | '05'
  /** The units of each line that go back. */
  units: Units
  /** The discount of the whole, and of each line, as typed. */
  amount: string
  amounts: Amounts
}

/** Returns what the chosen way asks of the server, and whether that is nothing yet. */
export function extentOf({ how, noteCode, discountCode, units, amount, amounts }: Choices) {
  const isDiscount = how === 'DISCOUNT'
  const code = isDiscount ? discountCode : noteCode
  const byLines = how === 'NOTE' && code === '07'
  const asked: CreditNoteRequest = byLines
    ? { units }
    : !isDiscount
      ? null
      : code === '04'
        ? { amount }
        : { amounts }
  const isEmpty =
    (byLines && Object.values(units).every((count) => count === 0)) ||
    (isDiscount && (code === '04' ? centimos(amount) === 0 : discountedLines(amounts).length === 0))
  return {
    code,
    byLines,
    isDiscount,
    /** True for a wrong RUC: the same is charged again, so nothing comes back to stock. */
    recharges: how === 'NOTE' && code === '02',
    takesAll: how === 'WHOLE' || (how === 'NOTE' && !byLines),
    asked,
    isEmpty,
  }
}
