import type { Line } from '../../../api/model'
import { centimos, decimal } from '../../../ui/format'
import { typeKey } from '../../../ui/NumericPad'

export type Method = 'percent' | 'fixed'

/** A discount or courtesy in the making. */
export interface AdjustmentDraft {
  courtesy: boolean
  method: Method
  /** The number as typed: `10`, `12.5`. */
  text: string
  /** The ids of its lines; `null` is the whole account. */
  lines: number[] | null
  description: string
}

export const emptyAdjustmentDraft: AdjustmentDraft = {
  courtesy: false,
  method: 'fixed',
  text: '',
  lines: null,
  description: '',
}

/** Returns the amount that the discount is taken from, in céntimos. */
export function baseOf(draft: AdjustmentDraft, lines: Line[], whole: number): number {
  const { lines: named } = draft
  if (named === null) return whole
  return lines.filter((line) => named.includes(line.id)).reduce((sum, line) => sum + centimos(line.total), 0)
}

/** Returns the discount in céntimos; a rate is rounded once, half upwards. The server has the last word. */
export function amountOf(draft: Pick<AdjustmentDraft, 'courtesy' | 'method' | 'text'>, base: number): number {
  if (draft.courtesy) return base
  // Returns a text with at most two decimals as a number: an amount in céntimos, a rate in hundredths of one percent.
  const typed = centimos(draft.text)
  return draft.method === 'fixed' ? typed : Math.floor((base * typed + 5_000) / 10_000)
}

/** Returns the text after a key; `refused` where it would exceed the limit: then the text stays as it was. */
export function typeAmountKey(
  text: string,
  key: string,
  method: Method,
  most: number,
): { text: string; refused: boolean } {
  const next = typeKey(text, key)
  const refused = centimos(next) > (method === 'percent' ? 10_000 : most)
  // Erasing may lead back from a limit that has fallen meanwhile.
  return { text: refused && next.length > text.length ? text : next, refused }
}

/** Returns the body of `POST /billing-adjustment`; null while something is missing. */
export function discountBody(draft: AdjustmentDraft, base: number) {
  const value = centimos(draft.text)
  if (base === 0 || (!draft.courtesy && value === 0) || draft.lines?.length === 0) return null
  const rate =
    draft.method === 'percent'
      ? { discountMethod: 'PERCENTAGE' as const, percentage: decimal(value) }
      : { discountMethod: 'FIXED' as const, amount: decimal(value) }
  return {
    discounts: [
      {
        discountTypeId: draft.courtesy ? 1 : 2,
        ...(draft.courtesy ? {} : rate),
        description: draft.description.trim(),
        line_ids: draft.lines ?? [],
      },
    ],
  }
}

export type ChargeCode = 'TIP' | 'SERVICE' | 'DELIVERY' | 'OTHER'

/** A charge in the making. */
export interface ChargeDraft {
  code: ChargeCode
  method: Method
  text: string
  description: string
  discountable: boolean
}

/** The legal limit of a recargo al consumo, in hundredths of one percent. */
export const mostService = 1_300
/** The most that is charged at once, in céntimos. */
export const mostCharge = 1_000_000

/** The recargo is always a rate, a delivery always an amount. */
export const methodOf = (code: ChargeCode, wanted: Method): Method =>
  code === 'SERVICE' ? 'percent' : code === 'DELIVERY' ? 'fixed' : wanted

export function chargeBody(draft: ChargeDraft, typeId: number | undefined) {
  const value = centimos(draft.text)
  if (typeId === undefined || value === 0) return null
  return {
    charges: [
      {
        additionalChargeTypeId: typeId,
        ...(draft.method === 'percent' ? { percentage: decimal(value) } : { amount: decimal(value) }),
        extraDescription: draft.code === 'OTHER' ? draft.description.trim() : '',
        isDiscountable: draft.code === 'OTHER' && draft.discountable,
      },
    ],
  }
}
