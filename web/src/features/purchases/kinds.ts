import type { NoteEffect, PurchaseDocument } from '../../api/model'

/** These are the kinds of documents: those that goods come with, bills of public services, and suppliers' notes. */
export const paperKinds: readonly PurchaseDocument[] = [
  'BOLETA',
  'FACTURA',
  'NOTA_VENTA',
  'RECIBO_PUBLICO',
  'NOTA_CREDITO',
  'NOTA_DEBITO',
  'OTRO',
]

/** Notes may change these kinds. */
export const modifiedKinds: readonly PurchaseDocument[] = ['FACTURA', 'BOLETA', 'RECIBO_PUBLICO']

const plainKinds: readonly PurchaseDocument[] = ['BOLETA', 'NOTA_VENTA', 'OTRO']

/** Returns the kinds that a recorded document can be corrected to. */
export const correctedKinds = (was: PurchaseDocument) => (plainKinds.includes(was) ? plainKinds : [was])

/** Returns whether the register of purchases has a line for it. */
export const isRegistered = (document: PurchaseDocument) => document !== 'NOTA_VENTA' && document !== 'OTRO'

export const isNote = (document: PurchaseDocument) =>
  document === 'NOTA_CREDITO' || document === 'NOTA_DEBITO'

/** Returns what a note can do to goods; a debit note sends nothing back. */
export const effectsOf = (document: PurchaseDocument): readonly NoteEffect[] =>
  document === 'NOTA_CREDITO' ? ['RETURN', 'COST', 'NONE'] : ['NONE', 'COST']

interface Noted {
  document: PurchaseDocument
  effect: NoteEffect | null
}

export const effectOf = ({ document, effect }: Noted): NoteEffect =>
  effect && effectsOf(document).includes(effect) ? effect : (effectsOf(document)[0] ?? 'NONE')

/** Returns whether the document lists goods; an electricity bill does not, nor does a note that only changes money. */
export const hasLines = (noted: Noted) =>
  noted.document !== 'RECIBO_PUBLICO' &&
  noted.document !== 'NOTA_DEBITO' &&
  (noted.document !== 'NOTA_CREDITO' || effectOf(noted) !== 'NONE')

/** Returns whether it may be saved without lines. */
export const mayLackLines = (noted: Noted) =>
  !hasLines(noted) || (noted.document === 'NOTA_CREDITO' && effectOf(noted) === 'COST')

/** Returns whether the document states its IGV, because that can be deducted. */
export const saysIgv = (document: PurchaseDocument, modified: PurchaseDocument) =>
  isNote(document) ? modified !== 'BOLETA' : document === 'FACTURA' || document === 'RECIBO_PUBLICO'

/**
 * Returns the kind of a series, by its letter: F and E are facturas, B boletas. Without such a letter the kind stays, and notes
 * stay notes.
 */
export function documentOf(serie: string, was: PurchaseDocument): PurchaseDocument {
  if (isNote(was) || was === 'RECIBO_PUBLICO') return was
  if (/^[FE]/.test(serie)) return 'FACTURA'
  return /^B/.test(serie) ? 'BOLETA' : was
}
