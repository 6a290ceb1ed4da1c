import type { ReactNode } from 'react'
import c from './Group.module.css'

/** Fields that belong together, under a name. */
export function FormGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <fieldset className={c.group}>
      {title ? <legend>{title}</legend> : null}
      {children}
    </fieldset>
  )
}

/** Fields side by side; below each other where there is no room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={c.row}>{children}</div>
}
