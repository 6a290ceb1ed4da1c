/** Where a card stands: its column from the left, and how far from the column's top. */
export interface Spot {
  column: number
  top: number
}

/**
 * Fills columns from the left, each card into the first that still has room for it: the oldest stand at the left, and no column is
 * left half empty because the next card is a long one. Cards of one group stand below each other, where a column is high enough.
 */
export function pack(groups: number[][], height: number, gap: number): Spot[][] {
  const filled: number[] = []
  const fits = (column: number, wanted: number) => {
    const from = filled[column] ?? 0
    return from === 0 || from + wanted <= height
  }
  const place = (column: number, wanted: number): Spot => {
    const top = filled[column] ?? 0
    filled[column] = top + wanted + gap
    return { column, top }
  }
  return groups.map((cards) => {
    const all = cards.reduce((sum, card) => sum + card + gap, -gap)
    let column = 0
    // A group that no column holds begins where its first card fits and goes on in new ones.
    while (!fits(column, all > height ? (cards[0] ?? 0) : all)) column += 1
    return cards.map((card) => {
      if (!fits(column, card)) column = Math.max(column + 1, filled.length)
      return place(column, card)
    })
  })
}
