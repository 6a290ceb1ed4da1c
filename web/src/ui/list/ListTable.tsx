import { IconArrowsSort, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { genderOf } from '../entity'
import { nextSort } from './address'
import { hasMenu } from './ListRow'
import c from './ListTable.module.css'
import type { ListDescription, Listed } from './types'

interface Props<T extends Listed> {
  of: ListDescription<T>
  sort: string | null
  /** It is absent while there is nothing to sort. */
  onSort?: (sort: string | null) => void
  /** True while the former rows are shown until the next ones come. */
  stale?: boolean
  /** The box before the first heading that selects all rows. */
  choose?: ReactNode
  children: ReactNode
}

/** Shows the heading of a list, the same over rows, over grey shapes and over a failure. */
export function ListTable<T extends Listed>({ of, sort, onSort, stale, choose, children }: Props<T>) {
  const { t } = useTranslation()
  const head = (column: { key?: string; label: string }) => (
    <SortHead column={column.key} label={column.label} sort={sort} onSort={onSort} />
  )
  return (
    <table className={c.table} data-stale={stale || undefined}>
      <caption className="sr">{of.title}</caption>
      <thead>
        <tr>
          <th scope="col" aria-sort={ariaSort(of.nameSort, sort)}>
            {choose}
            {head({ key: of.nameSort, label: of.nameLabel })}
          </th>
          {of.columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              data-from={column.from}
              data-align={column.align}
              aria-sort={column.sortable ? ariaSort(column.key, sort) : undefined}
            >
              {head({ key: column.sortable ? column.key : undefined, label: column.label })}
            </th>
          ))}
          {of.setStatus ? (
            <th scope="col" className={c.switch}>
              {t('lists.active', { context: genderOf(of.entity.feminine) })}
            </th>
          ) : null}
          {hasMenu(of) ? (
            <th scope="col" className={c.menu}>
              <span className="sr">{t('lists.actions')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      {children}
    </table>
  )
}

/** Shows a column's heading; tapping it sorts by the column. */
export function SortHead(props: {
  column?: string
  label: string
  sort: string | null
  /** The list's own order, where it is known. */
  usual?: string
  onSort?: (s: string | null) => void
}) {
  const { column, label, sort, usual, onSort } = props
  if (!column || !onSort) return label
  const Glyph =
    sort === column ? IconSortAscending : sort === `-${column}` ? IconSortDescending : IconArrowsSort
  return (
    <button
      type="button"
      data-sorted={Glyph !== IconArrowsSort || undefined}
      onClick={() => onSort(nextSort(sort, column, usual))}
    >
      {label}
      <Glyph size={17} stroke={1.9} aria-hidden="true" />
    </button>
  )
}

export const ariaSort = (column: string | undefined, sort: string | null) =>
  column === undefined
    ? undefined
    : sort === column
      ? ('ascending' as const)
      : sort === `-${column}`
        ? ('descending' as const)
        : ('none' as const)
