import type { Decimal, SaleUnit } from '../api/model'
import { priceCentimos, quantity } from './format'

/* These functions write what is sold by weight or volume. Its amounts are in the unit of its price. */

/** A piece that was weighed or measured. */
export interface Measured {
  sale_unit: SaleUnit
  measure: Decimal
}

export type MeasuredUnit = Exclude<SaleUnit, 'UNIT'>

const symbols: Record<MeasuredUnit, string> = { KG: 'kg', HG: '100 g', G: 'g', L: 'l', ML: 'ml' }

/** Returns the unit as it is written: "kg", "100 g"; undefined for what is counted, as all was that the device kept from before. */
export const symbolOf = ({ sale_unit }: { sale_unit: SaleUnit }): string | undefined =>
  symbols[sale_unit as MeasuredUnit]

/** Returns the unit that something is measured by; null where it is counted. */
export const measuredUnit = (sold: { sale_unit: SaleUnit }): MeasuredUnit | null =>
  symbolOf(sold) ? (sold.sale_unit as MeasuredUnit) : null

/** Returns what a price is followed by: " / kg"; nothing for what is sold by the unit. */
export const perUnit = (sold: { sale_unit: SaleUnit }) => (symbolOf(sold) ? ` / ${symbolOf(sold)}` : '')

/** Formats a measure as it is spoken: "0.850 kg", "250 g"; nothing for what is sold by the unit. */
export function measureText({ sale_unit, measure }: Measured): string {
  const symbol = symbolOf({ sale_unit })
  if (!symbol) return ''
  // Grams are the hundredths of 100 of them.
  if (sale_unit === 'HG') return `${quantity(priceCentimos(measure))} g`
  return `${quantity(measure, /^(KG|L)$/.test(sale_unit) ? 3 : 0)} ${symbol}`
}
