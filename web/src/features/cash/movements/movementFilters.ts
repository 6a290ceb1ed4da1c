import type { MovementsQuery } from '../../../data/cash/queries'
import type { ListState } from '../../../ui/list/address'

export const statusFilters = ['ALL', 'APPROVED', 'REJECTED'] as const
/** Both kinds come first: expenses are looked for as often as income. */
export const kinds = ['BOTH', 'ENTRY', 'EXPENSE'] as const

interface Days {
  from: string | null
  to: string | null
}

/**
 * Returns the query of the list and that of its figures: both are for the same days, people and words, whatever kind is shown.
 */
export function movementsQueryOf(state: ListState, { from, to }: Days, perPage: number) {
  const of = <T extends string>(name: string, words: readonly T[]) =>
    words.find((each) => each === state.filters[name]?.[0])
  const status = of('status', statusFilters) ?? 'ALL'
  const kind = of('movement_type', kinds) ?? 'BOTH'
  const common = {
    term: state.term || null,
    start_date: from,
    end_date: to,
    user_id: Number(state.filters.user_id?.[0]) || null,
  }
  const asked: MovementsQuery = {
    ...common,
    page: state.page,
    per_page: perPage,
    status: status === 'ALL' ? null : status,
    movement_type: kind === 'BOTH' ? null : kind,
  }
  const all: MovementsQuery = { ...common, page: 1, per_page: 1, status: null, movement_type: null }
  return { asked, all }
}
