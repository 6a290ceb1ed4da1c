import type { ReactNode } from 'react'
import c from './FullPage.module.css'

/** Shows a page with a single message: not found, licence expired, or a failure. */
export function FullPage(props: {
  picture: ReactNode
  title: string
  text: string
  children?: ReactNode
  alert?: boolean
}) {
  return (
    <main className={c.page}>
      <div className={c.box} role={props.alert ? 'alert' : undefined}>
        {props.picture}
        <h1>{props.title}</h1>
        <p>{props.text}</p>
        {props.children ? <div className={c.actions}>{props.children}</div> : null}
      </div>
    </main>
  )
}
