import type { RegisterCheck } from '../../../api/model'

/** These checks are mentioned only when they fail: that a month has begun needs no mention. */
const silent: readonly RegisterCheck['code'][] = ['NO_RUC', 'FUTURE_MONTH', 'EMPTY_MONTH']

/** Returns the checks to show: first the failed, then the passed ones; an empty month shows only the failed. */
export function shownChecks(checks: readonly RegisterCheck[]): RegisterCheck[] {
  const failed = checks.filter((check) => !check.ok)
  if (failed.some((check) => check.code === 'EMPTY_MONTH')) return failed
  return [...failed, ...checks.filter((check) => check.ok && !silent.includes(check.code))]
}

/** Formats a document's number: "00000347" */
export const numberText = (number: number) => String(number).padStart(8, '0')

/** Returns what a check found, one text each: documents, or ranges of numbers; `span` joins both ends of a range. */
export const evidenceOf = (check: RegisterCheck, span: (first: string, last: string) => string) =>
  check.code === 'NUMBERING_GAP'
    ? check.ranges.map(({ serie, first, last }) => {
        const from = `${serie}-${numberText(first)}`
        return first === last ? from : span(from, numberText(last))
      })
    : check.documents

/** Returns the kind of document in a series, as the word list names it; a credit note goes by what it corrects. */
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
