import type { ReactNode } from 'react'
import { usePhone } from '../../../ui/viewport'
import c from './FiguresTable.module.css'

export interface FigureColumn<Row> {
  key: string
  label: string
  value: (row: Row) => ReactNode
  /** True for a column that is shown only where there is room. */
  wide?: boolean
  /** True for text, which is aligned to the left. */
  text?: boolean
  /** True for the main figure, which stands beside the name on a phone. */
  main?: boolean
}

/** This stands for an empty figure; on a phone such a figure is left out. */
export const emptyFigure = '—'

interface Props<Row> {
  title: string
  /** Content in place of the title. */
  head?: ReactNode
  /** The heading of the rows. */
  what: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  name: (row: Row) => ReactNode
  columns: readonly FigureColumn<Row>[]
  /** The last row, which stays in sight. */
  sum?: { name: string; row: Row }
  opened?: string | null
  onOpen?: (row: Row) => void
  /** Content below the table. */
  foot?: ReactNode
  /** True for a table of any number of columns, which scrolls sideways with its first column in sight. */
  sideways?: boolean
}

/** Shows figures in rows with their sum at the foot of the window; on a phone as cards. */
export function FiguresTable<Row>(props: Props<Row>) {
  const phone = usePhone()
  return (
    <section className={c.card} aria-label={props.title}>
      <header className={c.head}>{props.head ?? <h2>{props.title}</h2>}</header>
      {phone ? (
        <Cards {...props} />
      ) : props.sideways ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than the card
        <div className={c.sideways} tabIndex={0}>
          <Table {...props} />
        </div>
      ) : (
        <Table {...props} />
      )}
      {props.foot ? <p className={c.foot}>{props.foot}</p> : null}
    </section>
  )
}

function Table<Row>({ title, what, rows, keyOf, name, columns, sum, opened, onOpen }: Props<Row>) {
  const cells = (row: Row) =>
    columns.map((column) => (
      <td key={column.key} data-wide={column.wide || undefined} data-text={column.text || undefined}>
        {column.main ? <b>{column.value(row)}</b> : column.value(row)}
      </td>
    ))
  return (
    <table className={c.table}>
      <caption className="sr">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              data-wide={column.wide || undefined}
              data-text={column.text || undefined}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-open={keyOf(row) === opened || undefined}>
            <th scope="row">
              {onOpen ? (
                <button
                  type="button"
                  className={c.open}
                  aria-pressed={opened === undefined ? undefined : keyOf(row) === opened}
                  onClick={() => onOpen(row)}
                >
                  {name(row)}
                </button>
              ) : (
                name(row)
              )}
            </th>
            {cells(row)}
          </tr>
        ))}
      </tbody>
      {sum ? (
        <tfoot>
          <tr>
            <th scope="row">{sum.name}</th>
            {cells(sum.row)}
          </tr>
        </tfoot>
      ) : null}
    </table>
  )
}

function Cards<Row>({ rows, keyOf, name, columns, sum, onOpen }: Props<Row>) {
  const main = columns.find((column) => column.main)
  const others = columns.filter((column) => column !== main)
  const content = (title: ReactNode, row: Row) => (
    <>
      <span className={c.name}>{title}</span>
      <b className={c.main}>{main?.value(row)}</b>
      <dl>
        {others.map((column) => {
          const value = column.value(row)
          return value === '' || value === emptyFigure ? null : (
            <div key={column.key}>
              <dt>{column.label}</dt>
              <dd>{value}</dd>
            </div>
          )
        })}
      </dl>
    </>
  )
  return (
    <ul className={c.cards}>
      {rows.map((row) => (
        <li key={keyOf(row)}>
          {onOpen ? (
            <button type="button" onClick={() => onOpen(row)}>
              {content(name(row), row)}
            </button>
          ) : (
            <div>{content(name(row), row)}</div>
          )}
        </li>
      ))}
      {sum ? (
        <li className={c.sum}>
          <div>{content(sum.name, sum.row)}</div>
        </li>
      ) : null}
    </ul>
  )
}
