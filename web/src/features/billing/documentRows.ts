import type { IssuedDocument, ListedNote } from '../../api/model'
import { centimos } from '../../ui/format'
import type { TaxState } from '../../widgets/documents/taxState'

/** A document of any kind as a row of the list. */
export interface DocumentRow {
  id: number
  number: string
  /** The kind, `Boleta`; null for a note, whose name is the same for all. */
  name: string | null
  client: string
  clientDocument: string
  issuedAt: string
  /** The total in céntimos; that of a credit note is negative. */
  total: number
  state: TaxState
  /** True when the tax authority gets it. */
  electronic: boolean
  /** True when it was written by hand and entered afterwards. */
  contingency: boolean
  /** True when it is no longer valid. */
  gone: boolean
  /** The document that a note changes; null when the row is no note. */
  changes: string | null
  /** The sum of its credit notes, in céntimos. */
  credited: number
  /** The number of the document that replaced a refused one. */
  replacedBy: string | null
}

/** Sales to nobody in particular are kept under this client number. */
export const anonymousDocument = '00000000'
const documentOf = (type: string, number: string) =>
  number && number !== anonymousDocument ? `${type} ${number}` : ''

export const rowOfBilling = (billing: IssuedDocument): DocumentRow => ({
  id: billing.id,
  number: billing.full_number,
  name: billing.name,
  client: billing.client_name,
  clientDocument: documentOf(billing.client_document_type, billing.client_document_number),
  issuedAt: billing.issued_at,
  total: centimos(billing.total),
  state: billing.state,
  electronic: !!billing.hash,
  contingency: billing.is_contingency,
  gone: billing.voided_at !== null,
  changes: billing.debit?.document ?? null,
  credited: billing.credit_notes.reduce((sum, note) => sum + centimos(note.total), 0),
  replacedBy: billing.replaced_by_number ?? null,
})

export const rowOfNote = (note: ListedNote): DocumentRow => ({
  id: note.id,
  number: note.full_number,
  name: null,
  client: note.client_name,
  clientDocument: documentOf(note.client_document_type, note.client_document_number),
  issuedAt: note.issued_at,
  total: -centimos(note.total),
  state: note.state,
  electronic: !!note.hash,
  contingency: false,
  gone: false,
  changes: note.document,
  credited: 0,
  replacedBy: null,
})
