/**
 * Returns round figures between two, at most five of them and never closer than `unit`, the smallest step of its labels: there an
 * axis is marked.
 */
export function ticksOf(least: number, most: number, unit: number): number[] {
  const span = most - least
  if (!(span > 0)) return []
  const rough = Math.max(span / 5, unit)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough
  const ticks: number[] = []
  // Adding zero drops the sign of −0, which rounding up can give.
  for (let at = Math.ceil(least / step); at * step <= most; at += 1) ticks.push(at * step || 0)
  return ticks
}
