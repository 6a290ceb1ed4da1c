import type { DocumentQuery } from './queries'

/** The values that a guest copies from a printed document. */
export interface TypedDocument {
  type: '01' | '03' | '07' | '08'
  serie: string
  number: string
  date: string
  total: string
}

/** A field of the form. */
export type TypedPart = Exclude<keyof TypedDocument, 'type'>

/** Reads a whole number that was pasted, `F001-00000137`: its series and number, and with them its type; null when it is none. */
export function splitWholeNumber(text: string): Pick<TypedDocument, 'type' | 'serie' | 'number'> | null {
  const [, serie, number] = /^\s*([FB][A-Z0-9]{3})\s*[-–—]\s*(\d{1,8})\s*$/i.exec(text) ?? []
  if (!serie || !number) return null
  const named = serie.toUpperCase()
  const notes = { C: '07', D: '08' } as const
  const type = notes[named[1] as keyof typeof notes] ?? (named[0] === 'F' ? '01' : '03')
  return { type, serie: named, number }
}

/** Returns the query for the server, or the fields that are missing or cannot be read. */
export function documentQueryOf(
  typed: TypedDocument,
  ruc: string,
): { asked: DocumentQuery } | { wrong: TypedPart[] } {
  const serie = typed.serie.trim().toUpperCase()
  const digits = typed.number.trim()
  // Reads an amount such as `1,062.50`, `S/ 28` or `28,50`: the last mark with one or two digits behind it separates the
  // céntimos.
  const [, whole = '', cents = ''] = /^\D*([\d.,\s]*?)(?:[.,](\d{1,2}))?\s*$/.exec(typed.total) ?? []
  const soles = whole.replace(/\D/g, '')
  const wrong: TypedPart[] = []
  if (!/^[A-Z0-9]{4}$/.test(serie)) wrong.push('serie')
  if (!/^\d{1,8}$/.test(digits) || !Number(digits)) wrong.push('number')
  if (!typed.date) wrong.push('date')
  if (soles === '') wrong.push('total')
  if (wrong.length > 0) return { wrong }
  const total = `${soles}.${cents.padEnd(2, '0')}`
  return { asked: { ruc, type: typed.type, serie, number: Number(digits), date: typed.date, total } }
}
