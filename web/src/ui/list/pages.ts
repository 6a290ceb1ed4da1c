/** Returns the pages of a pager: first, last, and those around the present one; null stands for those left out. */
export function pagesShown(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages]
  const shown = [...new Set(wanted)].filter((each) => each >= 1 && each <= pages).sort((a, b) => a - b)
  return shown.flatMap((each, at) => {
    const gap = at === 0 ? 0 : each - (shown[at - 1] ?? each)
    if (gap === 2) return [each - 1, each]
    return gap > 2 ? [null, each] : [each]
  })
}
