/** These are the number formats of each locale. What is sent to the server always has a point. */
const regions = {
  es_pe: { tag: 'es-PE', decimalSign: '.' },
  es_ar: { tag: 'es-AR', decimalSign: ',' },
} as const

export type Locale = keyof typeof regions

export const isLocale = (name: unknown): name is Locale => typeof name === 'string' && name in regions

let current: Locale = 'es_pe'
const formats = new Map<string, Intl.NumberFormat>()

export const region = () => regions[current]

export function setRegion(locale: Locale) {
  current = locale
  formats.clear()
}

/** Formats a number with a thousands separator. */
export function number(value: number, least = 0, most = least): string {
  const key = `${least}-${most}`
  let format = formats.get(key)
  if (!format) {
    const digits = { minimumFractionDigits: least, maximumFractionDigits: most }
    format = new Intl.NumberFormat(region().tag, { ...digits, useGrouping: 'always' })
    formats.set(key, format)
  }
  return format.format(value)
}

/** Returns a number as it is typed here: "12.5" is "12,5" in es_ar. */
export const decimalText = (text: string) => text.replace('.', region().decimalSign)
