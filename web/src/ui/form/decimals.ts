/** These functions handle amounts and quantities as they are typed: text all the way, never a float. */
import { region } from '../../i18n/region'

/**
 * Returns whether a text may stand in the field while it is typed. A sign may: without it "-50" would be saved as another amount,
 * 50.
 */
export const accepts = (text: string, decimals: number) =>
  decimals === 0 ? /^-?\d{0,9}$/.test(text) : new RegExp(`^-?\\d{0,9}(\\.\\d{0,${decimals}})?$`).test(text)

/** These patterns match a number with thousands separators: "1,234", or "1.234" in es_ar. */
const groups = { '.': /^-?\d{1,3}(,\d{3})+(\.\d*)?$/, ',': /^-?\d{1,3}(\.\d{3})+(,\d*)?$/ }

/**
 * Returns the typed text with a decimal point: a comma of the keyboard is one, as in "1,5"; as a thousands separator, "1,234.50"
 * and "1,234", it is not. With three decimals "1,234" may be both, and stays a fraction.
 */
export function normalizeTyped(text: string, decimals: number): string {
  const { decimalSign } = region()
  const written = text.replace(/\s/g, '')
  const mayBeFraction = decimals > 2 && written.split(/[.,]/).length === 2
  if (!groups[decimalSign].test(written) || mayBeFraction) return written.replace(',', '.')
  return written.replaceAll(decimalSign === '.' ? ',' : '.', '').replace(',', '.')
}

/**
 * Returns a decimal as its field shows it once left: "38" is "38.00", ".5" is "0.50", "007" is "7.00", "38.500" with three is
 * "38.50".
 */
export function tidy(text: string, least: number): string {
  if (!/\d/.test(text)) return ''
  const sign = text.startsWith('-') ? '-' : ''
  const [whole = '', rest = ''] = text.slice(sign.length).split('.')
  const kept = rest.replace(/0+$/, '').padEnd(least, '0')
  const number = sign + (whole.replace(/^0+(?=\d)/, '') || '0')
  return kept ? `${number}.${kept}` : number
}
