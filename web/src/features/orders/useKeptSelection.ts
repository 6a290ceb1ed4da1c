import { useLayoutEffect, useRef } from 'react'
import type { ShownLine } from './taps'

const isSameDish = (a: ShownLine, b: ShownLine) =>
  a.product_id === b.product_id && a.variant?.variant_id === b.variant?.variant_id

/** Keeps a line selected that was chosen before the server's answer gave it its id. */
export function useKeptSelection(
  unsent: ShownLine[],
  selected: number | null,
  select: (line: number) => void,
) {
  const before = useRef<ShownLine[]>([])
  useLayoutEffect(() => {
    const known = before.current
    before.current = unsent
    const line = known.find((each) => each.id === selected)
    if (!line || line.id > 0 || unsent.some((each) => each.id === line.id)) return
    const dishes = unsent.filter((each) => each.id > 0 && isSameDish(each, line))
    // Where the server added it to an equal line, there is no new one.
    const answered = dishes.find((each) => known.every(({ id }) => id !== each.id)) ?? dishes[0]
    if (answered) select(answered.id)
  }, [unsent, selected, select])
}
