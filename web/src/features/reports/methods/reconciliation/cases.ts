import type { Reconciliation, ReconciliationCase, ReconciliationCaseSums } from '../../../../api/model'
import { centimos, clock, dayText, localParts, shortDay } from '../../../../ui/format'

/** These kinds of cases need somebody, in the order of the screen. */
export const openKinds = ['LIKELY', 'OTHER_AMOUNT', 'ONLY_COMANDA', 'ONLY_FILE'] as const
export type OpenKind = (typeof openKinds)[number]

/** These are the groups of the table; cleared cases stand last. */
export const groupKinds = [...openKinds, 'CLEARED'] as const
export type GroupKind = (typeof groupKinds)[number]

const sumsOf = {
  LIKELY: 'likely',
  OTHER_AMOUNT: 'other_amount',
  ONLY_COMANDA: 'only_comanda',
  ONLY_FILE: 'only_file',
  CLEARED: 'cleared',
} as const

export const sumsOfKind = (found: Reconciliation, kind: GroupKind): ReconciliationCaseSums =>
  found[sumsOf[kind]]

/** Returns the cases of each group that has any. */
export function groupsOf(found: Reconciliation): { kind: GroupKind; cases: ReconciliationCase[] }[] {
  const kindOf = ({ kind, mark }: ReconciliationCase) => (mark ? 'CLEARED' : kind)
  const groups = groupKinds.map((kind) => ({
    kind,
    cases: found.cases.filter((each) => kindOf(each) === kind),
  }))
  return groups.filter(({ cases }) => cases.length > 0)
}

/** Returns the sums of all open cases, in céntimos. */
export function openSums(found: Reconciliation) {
  const all = openKinds.map((kind) => sumsOfKind(found, kind))
  const sum = (name: 'comanda' | 'file' | 'difference') =>
    all.reduce((total, sums) => total + centimos(sums[name]), 0)
  return { comanda: sum('comanda'), file: sum('file'), difference: sum('difference') }
}

/** Returns "sáb 21, 21:14"; for a file without hours "sáb 21". */
export const momentText = ({ at, business_day }: { at: string | null; business_day: string }) =>
  at ? `${shortDay(localParts(at).date)}, ${clock(at)}` : shortDay(business_day)

/** Splits a number into parts: digits that differ from the other number stand apart. */
export function splitByDifference(number: string, other: string): { text: string; differs: boolean }[] {
  const [long, short] = [[...number], [...other]]
  if (long.length !== short.length) return [{ text: number, differs: false }]
  return long.reduce<{ text: string; differs: boolean }[]>((parts, letter, at) => {
    const differs = letter !== short[at]
    const last = parts.at(-1)
    if (last?.differs === differs) last.text += letter
    else parts.push({ text: letter, differs })
    return parts
  }, [])
}

/** Returns the path of the documents of that day, where the sale may be found. */
export const salesOfDay = (day: string) => `/documents?period=range&from=${day}&to=${day}`

/** Returns "16/11/2026 al 22/11/2026", or one day. */
export const spanText = (first: string, last: string) =>
  first === last ? dayText(first) : `${dayText(first)} al ${dayText(last)}`
