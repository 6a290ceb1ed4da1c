/** A spot says which column a card stands in, counted from the left, and how far from its top. */
export interface CardSpot {
  column: number
  top: number
}

/**
 * Fills one column after the other, oldest first, so that reading down the columns from the left is the order of arrival. Cards
 * of one group stand below each other where a column is high enough; with `split` a group may go on in the next column.
 */
export function packColumns(groups: number[][], height: number, gap: number, split = false): CardSpot[] {
  let column = 0
  let top = 0
  const place = (card: number): CardSpot => {
    if (top > 0 && top + card > height) {
      column += 1
      top = 0
    }
    const spot = { column, top }
    top += card + gap
    return spot
  }
  return groups.flatMap((cards) => {
    const all = cards.reduce((sum, card) => sum + card + gap, -gap)
    if (!split && top > 0 && top + all > height && all <= height) {
      column += 1
      top = 0
    }
    return cards.map(place)
  })
}

/** Returns how many columns these spots take. */
export const columnsOf = (spots: CardSpot[]) => (spots.at(-1)?.column ?? -1) + 1
