import type { Floor, FloorAccount, Table, TableStatus } from '../../api/model'
import { searchKey } from '../../ui/format'

export type TableFilter = TableStatus | 'mine' | null

/** Returns the tables that the pressed chip and the typed text leave: `13`, `mesa 13`, who sits there or is expected. */
export function shownTables(
  tables: Table[],
  filter: TableFilter,
  term: string,
  userId: number,
  word: string,
): Table[] {
  const wanted = searchKey(term)
  return tables.filter((table) => {
    if (filter === 'mine' && table.request?.attendant_id !== userId) return false
    if (filter && filter !== 'mine' && table.status_table !== filter) return false
    if (!wanted) return true
    return searchKey(
      `${word} ${table.name} ${table.request?.client_name ?? ''} ${table.next_reservation?.client_name ?? ''}`,
    ).includes(wanted)
  })
}

export function shownRequests(requests: FloorAccount[], term: string): FloorAccount[] {
  const wanted = searchKey(term.replace('#', ''))
  return requests.filter(
    (request) =>
      !wanted ||
      searchKey(`${request.correlative} ${request.client_name ?? ''} ${request.phone ?? ''}`).includes(
        wanted,
      ),
  )
}

/**
 * Returns what Enter opens: the table of just that name, else the only thing that was found. Two rooms may each have a table 1:
 * then it is the one of the room that is shown.
 */
export function findMeant<Found>(
  tables: Table[],
  others: Found[],
  term: string,
  word: string,
  shown: Table[],
) {
  const wanted = searchKey(term)
  const named = tables.filter(({ name }) => [name, `${word} ${name}`].map(searchKey).includes(wanted))
  if (named.length > 1) return named.find(({ id }) => shown.some((table) => table.id === id))
  const found = [...tables, ...others]
  return named[0] ?? (found.length === 1 ? found[0] : undefined)
}

/** A free table is not busy; every other state needs somebody. */
export const isBusy = (table: Table) => table.request !== null

export const allTables = (floor: Floor) => floor.salons.flatMap((salon) => salon.tables)
