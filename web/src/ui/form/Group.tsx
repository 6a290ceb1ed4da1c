import type { ReactNode } from 'react'
import c from './Group.module.css'

/** Groups fields that belong together, under a name. */
export function FormGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <fieldset className={c.group}>
      {title ? <legend>{title}</legend> : null}
      {children}
    </fieldset>
  )
}

/** Puts fields side by side; below each other where there is no room, which `wide` ones have little of on a phone. */
export function FormRow({ children, wide }: { children: ReactNode; wide?: boolean }) {
  return (
    <div className={c.row} data-wide={wide || undefined}>
      {children}
    </div>
  )
}
