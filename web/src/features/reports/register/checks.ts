import type { RegisterCheck } from '../../../api/model'

/** Said only when they fail: that a month has begun is nothing to be told. */
const silent: readonly RegisterCheck['code'][] = ['NO_RUC', 'FUTURE_MONTH', 'EMPTY_MONTH']

/** What is shown: first what is to be looked at, then what is fine; of an empty month only the former. */
export function shownChecks(checks: readonly RegisterCheck[]): RegisterCheck[] {
  const failed = checks.filter((check) => !check.ok)
  if (failed.some((check) => check.code === 'EMPTY_MONTH')) return failed
  return [...failed, ...checks.filter((check) => check.ok && !silent.includes(check.code))]
}

/** "00000347" */
export const numberText = (number: number) => String(number).padStart(8, '0')

/** What a check found, one text each: documents, or ranges of numbers; `span` puts both ends of a range together. */
export const evidenceOf = (check: RegisterCheck, span: (first: string, last: string) => string) =>
  check.code === 'NUMBERING_GAP'
    ? check.ranges.map(({ serie, first, last }) => {
        const from = `${serie}-${numberText(first)}`
        return first === last ? from : span(from, numberText(last))
      })
    : check.documents

/** What a series holds, as the catalogue of words calls it; a credit note follows what it corrects. */
export function kindOf(documentType: string, serie: string) {
  switch (documentType) {
    case '00':
      return 'note'
    case '01':
      return 'invoice'
    case '03':
      return 'receipt'
    case '07':
      return serie.startsWith('F') ? 'creditInvoice' : serie.startsWith('B') ? 'creditReceipt' : 'credit'
    case '08':
      return 'debit'
    default:
      return null
  }
}
