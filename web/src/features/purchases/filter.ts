/** The filters of the list, which the address holds. Pure. */
import { type Period, periods, spanOf } from '../../data/billing/periods'

export const shownStates = ['', 'DUE', 'OVERDUE', 'PAID', 'VOIDED'] as const
export type ShownState = (typeof shownStates)[number]

/** The list shows one of the usual spans, or chosen days. */
export const spans = [...periods, 'range'] as const
export type PurchaseSpan = Period | 'range'

export interface PurchaseFilter {
  term: string
  state: ShownState
  span: PurchaseSpan
  from: string | null
  to: string | null
  type: string
  provider: number | null
  sort: string | null
  page: number
}

export function readFilter(params: URLSearchParams, today: string): PurchaseFilter {
  const state = shownStates.find((each) => each === params.get('state')) ?? ''
  // A debt is shown however long ago the purchase was made.
  const usual: PurchaseSpan = state === 'DUE' || state === 'OVERDUE' ? 'all' : 'month'
  const span = spans.find((each) => each === params.get('period')) ?? usual
  const days = span === 'range' ? { from: params.get('from'), to: params.get('to') } : spanOf(span, today)
  return {
    term: params.get('q') ?? '',
    state,
    span,
    ...days,
    type: params.get('type') ?? '',
    provider: Number(params.get('provider')) || null,
    sort: params.get('sort'),
    page: Math.max(1, Number(params.get('page')) || 1),
  }
}

/** Returns the query for the server. */
export function purchaseQueryOf(filter: PurchaseFilter) {
  const filters = {
    ...(filter.state ? { state: [filter.state] } : {}),
    ...(filter.type ? { type: [filter.type] } : {}),
    ...(filter.provider ? { provider_id: [filter.provider] } : {}),
  }
  return {
    term: filter.term.trim(),
    date_from: filter.from,
    date_to: filter.to,
    sort: filter.sort,
    page: filter.page,
    per_page: 30,
    filters: Object.keys(filters).length > 0 ? JSON.stringify(filters) : null,
  }
}
