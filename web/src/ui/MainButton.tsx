import type { ReactNode } from 'react'
import c from './MainButton.module.css'

/** Shows the main button of a page that stands before Mantine is loaded. */
export function MainButton(props: {
  children: ReactNode
  type?: 'submit'
  busy?: boolean
  right?: ReactNode
  onClick?: () => void
}) {
  return (
    <button
      type={props.type ?? 'button'}
      className={c.button}
      aria-busy={props.busy || undefined}
      disabled={props.busy}
      onClick={props.onClick}
    >
      <span>{props.children}</span>
      {props.right}
      {props.busy ? <i className={c.wait} aria-hidden="true" /> : null}
    </button>
  )
}
