/** How amounts and quantities are typed: text all the way, never a float. */

/** Whether this may stand in the field while it is typed. A sign may: without it "-50" would be saved as another amount, 50. */
export const accepts = (text: string, decimals: number) =>
  decimals === 0 ? /^-?\d{0,9}$/.test(text) : new RegExp(`^-?\\d{0,9}(\\.\\d{0,${decimals}})?$`).test(text)

/** A comma of the keyboard is a decimal point. */
export const typed = (text: string) => text.replace(',', '.').replace(/\s/g, '')

/** As it stands when the field is left: "38" is "38.00", ".5" is "0.50", "007" is "7.00", "38.500" with three is "38.50". */
export function tidy(text: string, least: number): string {
  if (!/\d/.test(text)) return ''
  const sign = text.startsWith('-') ? '-' : ''
  const [whole = '', rest = ''] = text.slice(sign.length).split('.')
  const kept = rest.replace(/0+$/, '').padEnd(least, '0')
  const number = sign + (whole.replace(/^0+(?=\d)/, '') || '0')
  return kept ? `${number}.${kept}` : number
}
