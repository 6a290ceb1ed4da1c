/** These pure functions say what the keys of the pad mean: how a measure is typed, and which of them may be sold. */
import type { Decimal, SaleProduct } from '../../../api/model'
import { decimalOf, millionths } from '../../../ui/decimals'
import type { MeasuredUnit } from '../../../ui/measure'
import { typeKey } from '../../../ui/NumericPad'

interface Typing {
  symbol: string
  /** How many of what is typed are one unit of the price: grams are typed where the price is for 100 of them. */
  perUnit: bigint
  decimals: number
  /** The digits before the point. */
  digits: number
  /** The largest measure of a piece, in units of the price, as on the server. */
  most: Decimal
  /** Above so many units of the price, the decimal sign was probably forgotten. */
  usual: Decimal
}

const typing: Record<MeasuredUnit, Typing> = {
  KG: { symbol: 'kg', perUnit: 1n, decimals: 3, digits: 3, most: '999', usual: '30' },
  HG: { symbol: 'g', perUnit: 100n, decimals: 1, digits: 6, most: '9990', usual: '300' },
  G: { symbol: 'g', perUnit: 1n, decimals: 3, digits: 6, most: '999000', usual: '30000' },
  L: { symbol: 'l', perUnit: 1n, decimals: 3, digits: 3, most: '999', usual: '30' },
  ML: { symbol: 'ml', perUnit: 1n, decimals: 3, digits: 6, most: '999000', usual: '30000' },
}

export const symbolOf = (unit: MeasuredUnit) => typing[unit].symbol
export const kindOf = (unit: MeasuredUnit) => (unit === 'L' || unit === 'ML' ? 'volume' : 'weight')
/** Kilos and litres are written with their thousandths. */
const leastDecimals = (unit: MeasuredUnit) => (unit === 'KG' || unit === 'L' ? 3 : 0)

/** What stands in the pad. An untouched measure of a line goes with the first digit, which begins another one. */
export interface Typed {
  text: string
  untouched?: boolean
}

/** Returns a measure as it would be typed: 0.85 kg is `0.850`, 2.5 of 100 g are `250`. */
export const asTyped = (measure: Decimal | bigint, unit: MeasuredUnit): string =>
  decimalOf(
    (typeof measure === 'bigint' ? measure : (millionths(measure) ?? 0n)) * typing[unit].perUnit,
    leastDecimals(unit),
  )

/** Returns what stands in the pad after a key. It takes one digit too many, so that the pad can say why instead of cutting. */
export function typeMeasure({ text, untouched }: Typed, key: string, unit: MeasuredUnit): Typed {
  const { decimals, digits } = typing[unit]
  return { text: typeKey(untouched && /^[\d.]$/.test(key) ? '' : text, key, decimals + 1, digits + 1) }
}

export type Limits = Pick<SaleProduct, 'min_quantity' | 'quantity_step'> & { unit: MeasuredUnit }

/** Says why a measure cannot be sold. */
export type Fault = 'nothing' | 'decimals' | 'tare' | 'least' | 'step' | 'most'

export interface Weight {
  /** All that was typed, and what is left of it without the tare, in millionths of the unit of the price. */
  gross: bigint
  net: bigint
  fault: Fault | null
}

/** Returns what was typed as a measure, without the tare where one is given. */
export function weigh(text: string, tare: Decimal | null | undefined, limits: Limits): Weight {
  const { perUnit, decimals } = typing[limits.unit]
  const weight = withoutTare((millionths(text) ?? 0n) / perUnit, millionths(tare) ?? 0n, limits)
  return (text.split('.')[1]?.length ?? 0) > decimals ? { ...weight, fault: 'decimals' } : weight
}

/** Returns whether a measure is so large that it is asked about before it is sold: 850 kg are mostly 0.850. */
export const isUnusual = (net: bigint, unit: MeasuredUnit) => net > (millionths(typing[unit].usual) ?? 0n)

export function withoutTare(gross: bigint, tare: bigint, limits: Limits): Weight {
  const net = gross > tare ? gross - tare : 0n
  return { gross, net, fault: gross === 0n ? 'nothing' : net === 0n ? 'tare' : faultOf(net, limits) }
}

function faultOf(net: bigint, { unit, min_quantity, quantity_step }: Limits): Fault | null {
  const step = millionths(quantity_step)
  if (net < (millionths(min_quantity) ?? 0n)) return 'least'
  if (net > (millionths(typing[unit].most) ?? 0n)) return 'most'
  return step && net % step !== 0n ? 'step' : null
}

const smaller = { kg: 'g', l: 'ml', g: 'g', ml: 'ml' } as const

/** Returns a step as people say it: 0.05 kg are `50` `g`, 1.5 kg are `1.5` `kg`. */
export function stepWords(step: Decimal, unit: MeasuredUnit): { step: Decimal; unit: string } {
  const { symbol, perUnit } = typing[unit]
  const typed = (millionths(step) ?? 0n) * perUnit
  const isSmall = leastDecimals(unit) > 0 && typed < 1_000_000n
  return isSmall
    ? { step: decimalOf(typed * 1000n), unit: smaller[symbol as keyof typeof smaller] }
    : { step: decimalOf(typed), unit: symbol }
}

export const mostOf = (unit: MeasuredUnit) => typing[unit].most
