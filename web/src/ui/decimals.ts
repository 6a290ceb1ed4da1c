import type { Decimal } from '../api/model'

/** These functions compute amounts and quantities as the server does: in whole millionths, rounded once, half away from zero. */

const scale = 1_000_000n

/** Reads decimal text as millionths: `0.25` → 250000n; null where it is no number. */
export function millionths(text: Decimal | null | undefined): bigint | null {
  const [, whole = '', rest = ''] = /^(\d*)\.?(\d{0,6})$/.exec(text ?? '') ?? []
  return whole === '' && rest === '' ? null : BigInt(whole || '0') * scale + BigInt(rest.padEnd(6, '0'))
}

/** Writes millionths as decimal text: 250000n → `0.25`, with at least so many decimals. */
export function decimalOf(value: bigint, least = 0): Decimal {
  const rest = String(value % scale)
    .padStart(6, '0')
    .replace(/0+$/, '')
    .padEnd(least, '0')
  return rest ? `${value / scale}.${rest}` : String(value / scale)
}

/** A price in thousandths of the currency times millionths of a unit is this many times its céntimos. */
const perCentimo = 10_000_000n

/** Returns a price of one unit in céntimos times a measure, in whole céntimos: the server rounds a weighed piece once, half upwards. */
export const pieceAmount = (price: number, measure: Decimal) =>
  Number((BigInt(Math.round(price * 10)) * (millionths(measure) ?? 0n) + perCentimo / 2n) / perCentimo)
