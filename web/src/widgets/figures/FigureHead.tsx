import { ariaSort, SortHead } from '../../ui/list/ListTable'

interface Props {
  /** The name by which the server sorts the column. */
  column?: string
  label: string
  /** True for the first column, which names the row; the others are figures and stand at the right. */
  first?: boolean
  /** True for a column that is shown only where there is room. */
  wide?: boolean
  sort: string | null
  /** The list's own order. */
  usual: string
  onSort: (sort: string | null) => void
}

export function FigureHead({ column, label, first, wide, sort, usual, onSort }: Props) {
  const shown = sort ?? usual
  return (
    <th
      scope="col"
      data-align={first ? undefined : 'right'}
      data-from={wide ? 'wide' : undefined}
      aria-sort={column ? ariaSort(column, shown) : undefined}
    >
      <SortHead column={column} label={label} sort={shown} usual={usual} onSort={onSort} />
    </th>
  )
}
