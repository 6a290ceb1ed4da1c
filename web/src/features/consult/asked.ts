import type { Asked } from './queries'

/** What somebody copies from a paper. */
export interface Typed {
  type: '01' | '03' | '07'
  serie: string
  number: string
  date: string
  total: string
}

/** As the server reads it; null while something is missing or is no number. */
export function askedOf(typed: Typed, ruc: string): Asked | null {
  const serie = typed.serie.trim().toUpperCase()
  const number = Number(typed.number.replace(/\D/g, ''))
  // `1,062.50`, `S/ 28` and `28,50`: the last mark with one or two digits behind it sets the céntimos apart.
  const [, whole = '', cents = ''] = /^\D*([\d.,\s]*?)(?:[.,](\d{1,2}))?\s*$/.exec(typed.total) ?? []
  const soles = whole.replace(/\D/g, '')
  if (!/^[A-Z0-9]{4}$/.test(serie) || !number || !typed.date || soles === '') return null
  return { ruc, type: typed.type, serie, number, date: typed.date, total: `${soles}.${cents.padEnd(2, '0')}` }
}
