import { useCashboxes, useOwnCycle } from '../../../data/cash/queries'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'

/** Returns the cycles that this user may record a movement in: their own first; the office also those of others. */
export function useWritableCycles() {
  const seesAll = may(useUser(), 'see_reports')
  const own = useOwnCycle()
  const boxes = useCashboxes()
  const open = (boxes.data?.rows ?? []).flatMap((box) =>
    box.open_cycle ? [{ id: box.open_cycle.id, name: `${box.name} · ${box.open_cycle.user_name}` }] : [],
  )
  const mine = own.data?.id
  const choices = seesAll
    ? open.toSorted((a, b) => Number(b.id === mine) - Number(a.id === mine))
    : open.filter((each) => each.id === mine)
  const first = mine ?? choices[0]?.id
  return {
    choices,
    first,
    none: first === undefined && own.isSuccess && boxes.isSuccess,
    isOpen: (cycle: number) => cycle === mine || open.some((each) => each.id === cycle),
  }
}
