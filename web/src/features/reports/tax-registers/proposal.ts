import type { ComparedField, ProposalComparison } from '../../../api/model'
import { amount, centimos } from '../../../ui/format'

/** These pure functions list how our documents and the tax authority's disagree, in the order shown. */
export const disagreements = ['missing', 'different', 'extra'] as const
export type Disagreement = (typeof disagreements)[number]

/** The register that a proposal is for: sales or purchases. */
export type Book = 'RVIE' | 'RCE'

const inWords: readonly ComparedField[] = ['ISSUE_DATE', 'CUSTOMER', 'CHANGED_DOCUMENT', 'CURRENCY']

/** A row of the comparison. */
export interface ComparedLine {
  key: string
  code: string
  document: string
  /** The provider of a purchase; null in the register of sales. */
  provider: string | null
  /** The field that differs, of a document that both have. */
  field: ComparedField | null
  date: string | null
  /** The value as it is shown; null where that side does not have it. */
  ours: string | null
  theirs: string | null
  /** The difference in céntimos, ours less theirs; null where it is no amount. */
  difference: number | null
}

const lone =
  (isOurs: boolean) =>
  ({ code, document, date, total, provider = null }: ProposalComparison['missing'][number]): ComparedLine => {
    const value = centimos(total)
    return {
      key: `${code} ${document} ${provider}`,
      code,
      document,
      provider,
      field: null,
      date: date || null,
      ours: isOurs ? amount(value) : null,
      theirs: isOurs ? null : amount(value),
      difference: isOurs ? value : 0 - value,
    }
  }

function differing(row: ProposalComparison['different'][number]): ComparedLine {
  const { code, document, field, ours, theirs, provider = null } = row
  const isText = inWords.includes(field)
  const written = (text: string) => (isText ? text || null : amount(centimos(text)))
  return {
    key: `${code} ${document} ${provider} ${field}`,
    code,
    document,
    provider,
    field,
    date: null,
    ours: written(ours),
    theirs: written(theirs),
    difference: isText ? null : centimos(ours) - centimos(theirs),
  }
}

/** Returns the rows of one way to disagree. */
export function comparedLines(which: Disagreement, found: ProposalComparison): ComparedLine[] {
  if (which === 'different') return found.different.map(differing)
  return found[which].map(lone(which === 'missing'))
}

/** The documents that differ on both sides. */
export const disagreeing = ({ counts }: ProposalComparison) =>
  counts.missing + counts.different + counts.extra

/** Returns the kind to show first: the first that has any rows. */
export const firstOf = ({ counts }: ProposalComparison): Disagreement =>
  disagreements.find((each) => counts[each] > 0) ?? 'missing'

/** Returns the number of rows, whether or not they were all sent. */
export const rowsCount = (which: Disagreement, { counts }: ProposalComparison) =>
  which === 'different' ? counts.differences : counts[which]

/** Returns the sum of all rows in céntimos; null where some were not sent or are no amounts of one kind. */
export function disagreementSum(which: Disagreement, found: ProposalComparison): number | null {
  if (which === 'different' || found[which].length < found.counts[which]) return null
  return found[which].reduce((sum, each) => sum + centimos(each.total), 0)
}
