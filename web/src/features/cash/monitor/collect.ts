import type { ToCollect } from '../../../api/model'

/** After these minutes (two hours) an open account is marked. */
export const longMinutes = 120

/** Puts accounts that asked for the bill first, the longest waiting on top; the others follow by how long they have been open. */
export const sortToCollect = (rows: readonly ToCollect[]): ToCollect[] =>
  rows.toSorted((a, b) => {
    if (a.billed_at && b.billed_at) return a.billed_at.localeCompare(b.billed_at)
    if (a.billed_at || b.billed_at) return a.billed_at ? -1 : 1
    return a.opened_at.localeCompare(b.opened_at)
  })

/** Returns the number in a table's name: `Mesa 12` is 12. */
export const numberOf = ({ type, label }: Pick<ToCollect, 'type' | 'label'>) =>
  type === 'TABLE' ? /(?<!\d)\d{1,3}$/.exec(label)?.[0] : undefined
