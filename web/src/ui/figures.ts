import { number } from '../i18n/region'
import { amount, centimos } from './format'

/** Formats the cost of a unit: two decimals, or four when it costs less than one. */
export function unitCost(text: string): string {
  const value = Number(text)
  return Math.abs(value) >= 1 || value === 0 ? amount(centimos(text)) : number(value, 2, 4).replace('-', '−')
}

const most = 3
const decimalsOf = (text: string) => (text.split('.')[1] ?? '').replace(/0+$/, '').length

/** Returns how many decimals a column of quantities needs so that all numbers stand in line. */
export const decimalsIn = (texts: readonly (string | null | undefined)[]) =>
  Math.min(most, Math.max(0, ...texts.map((text) => decimalsOf(text ?? ''))))

/** Formats a quantity with so many decimals and a true minus. */
export const aligned = (text: string | number, decimals: number) =>
  number(Number(text), decimals).replace('-', '−')

/** Formats a quantity alone, without needless decimals. */
export const plain = (text: string | number) => number(Number(text), 0, most).replace('-', '−')

export const isZero = (text: string | null | undefined) => !text || Number(text) === 0

/** Returns how full a bar is whose middle is the minimum, from 0 to 1. */
export function fullness(stock: string, min: string): number {
  const [have, least] = [Number(stock), Number(min)]
  if (have <= 0) return 0
  return least <= 0 ? 1 : Math.min(1, have / (2 * least))
}

/** Formats a change: `12.4` → `+12.4 %`; unknown is a dash. */
export const signedPercent = (text: string | null | undefined) =>
  text == null ? '—' : `${Number(text) > 0 ? '+' : ''}${number(Number(text), 0, 1).replace('-', '−')} %`

/** Formats a percentage: `58.4` → `58 %`; unknown is a dash. */
export const percent = (text: string | null | undefined) =>
  text == null ? '—' : `${Math.round(Number(text))} %`.replace('-', '−')
