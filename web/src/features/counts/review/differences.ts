import type { StockCount, StockCountLine } from '../../../api/model'

export type Review = NonNullable<StockCountLine['review']>
export type Reviewed = StockCountLine & { review: Review }

const size = (text: string | null | undefined) => Math.abs(Number(text ?? 0))

/**
 * Sorts the lines: those that differ, the most valuable first and those without a cost behind them; those that agree; and those
 * nobody counted.
 */
export function groupReviewedLines(count: Pick<StockCount, 'lines'>) {
  const lines = count.lines.filter((line): line is Reviewed => Boolean(line.review))
  const differs = lines.filter(({ review }) => review.difference != null && Number(review.difference) !== 0)
  return {
    different: differs.toSorted(
      (a, b) =>
        size(b.review.value) - size(a.review.value) || size(b.review.difference) - size(a.review.difference),
    ),
    matching: lines.filter(({ review }) => review.difference != null && Number(review.difference) === 0),
    left: lines.filter(({ review }) => review.difference == null),
  }
}

/**
 * Returns the user who should count a line once more: another counter of this sheet than the one who counted it; null if there is
 * none.
 */
export function otherCounter(count: Pick<StockCount, 'lines'>, line: StockCountLine): number | null {
  const all = count.lines.map((each) => each.counted_by_id).filter((id) => id != null)
  return all.find((id) => id !== line.counted_by_id) ?? null
}
