import type { ReactNode } from 'react'
import type { Status } from '../../api/model'
import type { ListPath } from '../../api/paths'
import type { Entity } from '../entity'

/** What a list knows of any row. */
export interface Listed {
  id: number
  status?: Status
}

export interface Column<T> {
  /** What the server calls it when it sorts by it. */
  key: string
  label: string
  value: (row: T) => ReactNode
  sortable?: boolean
  /** Numbers stand at the right. */
  align?: 'right'
  /** The figure that matters most. */
  strong?: boolean
  /** From which width it is there; always if not said. */
  from?: 'tablet' | 'desktop'
}

export interface FilterOption {
  value: string
  label: string
}

/** Something to narrow the list by; the server reads it from `filters` under this name. */
export interface Filter {
  name: string
  label: string
  options: readonly FilterOption[]
  /** Only one of them at a time. */
  single?: boolean
}

/** A way out of an empty list. */
export interface Way {
  label: string
  text: string
  icon?: ReactNode
  onClick: () => void
}

/** A list screen, told as data. */
export interface ListOf<T extends Listed> {
  title: string
  entity: Entity
  /** Asked with page, per_page, term, sort and filters; `{path}/{id}` gives one row. */
  path: ListPath
  /** Of all queries that hold such rows; a change makes them stale. */
  queryKey: readonly unknown[]
  /** Others that a change makes stale as well. */
  alsoStale?: readonly (readonly unknown[])[]
  /** What a row is called; it stands in the first column and in notices. */
  name: (row: T) => string
  /** Above the first column. */
  nameLabel: string
  /** The server's name of the first column, if it sorts by it. */
  nameSort?: string
  /** One line below the name. */
  note?: (row: T) => ReactNode
  /** 40 px before the name. */
  picture?: (row: T) => ReactNode
  columns: readonly Column<T>[]
  filters?: readonly Filter[]
  /** In the search field: "Buscar por nombre o código". */
  search: string
  /** "105 productos, 98 activos"; active, "98 activos", only where there is `setStatus`. */
  summary: (all: number, active: string, activeCount: number) => string
  /** Gives the list its switch. */
  setStatus?: (row: T, status: Status, key: string) => Promise<unknown>
  /** Gives the row menu "Eliminar". */
  remove?: (row: T, key: string) => Promise<unknown>
  /** What is lost by deleting, where it is not plain. */
  removeText?: (row: T) => string
  /** More entries of the row menu, of the class `popItem`. */
  menu?: (row: T) => ReactNode
  /** Several rows may be chosen, and changed by one dialog; `close(true)` when it was done. */
  many?: {
    /** The most that one change takes. */
    max: number
    change: (ids: number[], close: (done: boolean) => void) => ReactNode
  }
  /** The main action, and its short word for a phone; absent where the role may not. */
  create?: { label: string; short: string }
  /** Secondary actions before it. */
  actions?: ReactNode
  /** The whole list is empty: what to do first. */
  empty: { title: string; text: string; way: string; wayText: string; picture?: ReactNode; more?: Way[] }
  /** Between title and search. */
  tabs?: ReactNode
  /** The drawer: of a row, or of a new one. */
  form?: (row: T | null, close: () => void) => ReactNode
  /** The form needs more than the list's rows hold: `{path}/{id}` is asked each time. */
  wholeRow?: boolean
}
