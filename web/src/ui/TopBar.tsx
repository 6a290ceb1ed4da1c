import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import c from './TopBar.module.css'
import { useTitle } from './title'

/** Shows the bar of a sale screen: the place, the search, and the user. */
export function TopBar({ left, center, right }: { left?: ReactNode; center?: ReactNode; right?: ReactNode }) {
  return (
    <header className={c.bar}>
      <div className={c.left}>{left}</div>
      <div className={c.center}>{center}</div>
      <div className={c.right}>{right}</div>
    </header>
  )
}

/** Shows the back arrow, the title, a lighter text beside it and a line of facts below. */
export function BarTitle(props: {
  to: string
  back: string
  title: string
  place?: string
  children?: ReactNode
}) {
  useTitle(props.title, props.place)
  return (
    <>
      <Link to={props.to} className={c.back} aria-label={props.back}>
        <IconArrowLeft size={24} stroke={2} />
      </Link>
      <div className={c.title}>
        <h1>
          {props.title} {props.place ? <span>{props.place}</span> : null}
        </h1>
        {props.children ? <p>{props.children}</p> : null}
      </div>
    </>
  )
}
