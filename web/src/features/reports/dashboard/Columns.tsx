import { Fragment, type ReactNode } from 'react'
import { useOneColumn } from '../../../ui/viewport'
import c from './Columns.module.css'

interface Props<Name extends string> {
  cards: Record<Name, ReactNode>
  /** The cards of the wide column, from top to bottom. */
  main: readonly Name[]
  /** The cards of the column beside it, from top to bottom. */
  side: readonly Name[]
  /** The cards in one column, where there is room for no more. */
  stacked: readonly Name[]
}

/** Lays cards out in two columns, or in one; the page has them in the order in which they are seen. */
export function Columns<Name extends string>({ cards, main, side, stacked }: Props<Name>) {
  const one = useOneColumn()
  const shown = (names: readonly Name[]) => names.map((name) => <Fragment key={name}>{cards[name]}</Fragment>)
  if (one) return <div className={c.column}>{shown(stacked)}</div>
  return (
    <div className={c.columns}>
      <div className={c.column}>{shown(main)}</div>
      <div className={c.column}>{shown(side)}</div>
    </div>
  )
}
