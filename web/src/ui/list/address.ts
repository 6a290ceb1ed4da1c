/** A list's state is in the address, so that back, reload and a shared link show the same. */

export interface ListState {
  term: string
  /** A column's name; with `-` before it, descending. Null is the list's own order. */
  sort: string | null
  /** The page, counted from 1. */
  page: number
  /** The chosen values of each filter; a filter without any is absent. */
  filters: Record<string, string[]>
  /** The row that the drawer shows. */
  open: number | 'new' | null
}

/** A change of the list's state; a new search, order or filter goes back to the first page. */
export type ListChange = Partial<ListState>

const readOpen = (text: string | null) =>
  text === 'new' ? text : text && /^\d{1,15}$/.test(text) ? Number(text) : null

export function readAddress(params: URLSearchParams, filterNames: readonly string[]): ListState {
  const page = Number(params.get('page') ?? '1')
  const wanted = filterNames.map((name) => [name, params.getAll(name).filter(Boolean)] as const)
  return {
    term: params.get('q') ?? '',
    sort: params.get('sort') || null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    filters: Object.fromEntries(wanted.filter(([, values]) => values.length > 0)),
    open: readOpen(params.get('open')),
  }
}

/** Returns the address after a change; parameters that are not the list's own (a tab) stay. */
export function changeAddress(
  params: URLSearchParams,
  filterNames: readonly string[],
  change: ListChange,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | number | null | undefined) =>
    value === null || value === undefined || value === '' ? next.delete(name) : next.set(name, String(value))
  if (change.term !== undefined) put('q', change.term.trim())
  if (change.sort !== undefined) put('sort', change.sort)
  if (change.filters !== undefined) {
    for (const name of filterNames) {
      next.delete(name)
      for (const value of change.filters[name] ?? []) next.append(name, value)
    }
  }
  const narrowed = change.term !== undefined || change.sort !== undefined || change.filters !== undefined
  if (change.page !== undefined) put('page', change.page > 1 ? change.page : null)
  else if (narrowed) next.delete('page')
  if (change.open !== undefined) put('open', change.open)
  return next
}

/** Returns the state as the server's query: `page`, `term`, `sort` and `filters` as JSON. */
export const listQueryOf = ({ page, term, sort, filters }: ListState) => ({
  page,
  term,
  sort,
  filters: Object.keys(filters).length > 0 ? JSON.stringify(filters) : null,
})

/**
 * Returns the next order: ascending, then descending, then the list's own; where that is what `sort` shows already (`usual`), the
 * other way round.
 */
export function nextSort(sort: string | null, column: string, usual: string | null = null): string | null {
  if (sort === column) return `-${column}`
  return sort === `-${column}` && sort !== usual ? null : column
}

export const withValue = (values: string[], value: string) =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
