import type { ReactNode } from 'react'
import { Cross } from './Cross'
import c from './DialogHead.module.css'

/** Shows a dialog's title, its subject, and the button that closes it. */
export function DialogHead(props: { title: string; text?: ReactNode; onClose?: () => void }) {
  return (
    <header className={c.head}>
      <div>
        <h2>{props.title}</h2>
        {props.text ? <p>{props.text}</p> : null}
      </div>
      {props.onClose ? <Cross onClose={props.onClose} /> : null}
    </header>
  )
}
