import type { ReactNode } from 'react'
import type { Status } from '../../api/model'
import type { ListPath } from '../../api/paths'
import type { Entity } from '../entity'

/** Every row of a list has these fields. */
export interface Listed {
  id: number
  status?: Status
}

export interface Column<T> {
  /** The name by which the server sorts the column. */
  key: string
  label: string
  value: (row: T) => ReactNode
  sortable?: boolean
  /** True for numbers, which are aligned to the right. */
  align?: 'right'
  /** True for the main figure. */
  strong?: boolean
  /** The column is shown from this width on; always, if absent. */
  from?: 'tablet' | 'desktop'
}

export interface FilterOption {
  value: string
  label: string
}

/** A filter of a list; the server reads it from `filters` under this name. */
export interface Filter {
  name: string
  label: string
  options: readonly FilterOption[]
  /** True when only one value may be chosen at a time. */
  single?: boolean
}

/** An action that leads out of an empty list. */
export interface WayOut {
  label: string
  text: string
  icon?: ReactNode
  onClick: () => void
}

/** A list screen, described as data. */
export interface ListDescription<T extends Listed> {
  title: string
  entity: Entity
  /** The list's path, asked with page, per_page, term, sort and filters; `{path}/{id}` gives one row. */
  path: ListPath
  /** The key above all queries that hold such rows; a change makes them stale. */
  queryKey: readonly unknown[]
  /** Other queries that a change makes stale as well. */
  alsoStale?: readonly (readonly unknown[])[]
  /** Returns a row's name, which stands in the first column and in notices. */
  name: (row: T) => string
  /** The heading of the first column. */
  nameLabel: string
  /** The server's name of the first column, if it sorts by it. */
  nameSort?: string
  /** Returns a line below the name. */
  note?: (row: T) => ReactNode
  /** Returns a picture of 40 px before the name. */
  picture?: (row: T) => ReactNode
  columns: readonly Column<T>[]
  filters?: readonly Filter[]
  /** The hint in the search field: "Buscar por nombre o código"; absent where there are so few rows that nobody searches. */
  search?: string
  /** Returns the summary "105 productos, 98 activos"; active, "98 activos", is given only where there is `setStatus`. */
  summary: (all: number, active: string, activeCount: number) => string
  /** It gives rows their switch. */
  setStatus?: (row: T, status: Status, key: string) => Promise<unknown>
  /** It gives the row menu "Eliminar". */
  remove?: (row: T, key: string) => Promise<unknown>
  /** Says what deleting the row loses, where it is not obvious. */
  removeText?: (row: T) => string
  /** Additional entries of the row menu, of the class `popItem`. */
  menu?: (row: T) => ReactNode
  /** With it several rows may be selected and changed by one dialog, which calls `close(true)` when that was done. */
  many?: {
    /** The most rows that one change takes. */
    max: number
    change: (ids: number[], close: (done: boolean) => void) => ReactNode
  }
  /** The main action, and its short label for a phone; absent where the role may not. */
  create?: { label: string; short: string }
  /** Secondary actions before it. */
  actions?: ReactNode
  /** Content for a list without any row: what to do first. */
  empty: { title: string; text: string; way: string; wayText: string; picture?: ReactNode; more?: WayOut[] }
  /** Content between title and search. */
  tabs?: ReactNode
  /** Returns the drawer, for a row or a new one. */
  form?: (row: T | null, close: () => void) => ReactNode
  /** True when the form needs more than the list's rows hold: `{path}/{id}` is read each time. */
  wholeRow?: boolean
}
