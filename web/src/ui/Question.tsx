import type { ReactNode } from 'react'
import c from './Question.module.css'

interface Props {
  title: string
  /** Said lighter beside the title. */
  aside?: ReactNode
  /** Which part of its panel it is, for the panel's order on a phone. */
  part?: string
  children: ReactNode
}

/** One question of a panel or form, and where it is answered. */
export function Question({ title, aside, part, children }: Props) {
  return (
    <div className={c.question} data-part={part}>
      <h3>
        {title}
        {aside ? <span>{aside}</span> : null}
      </h3>
      {children}
    </div>
  )
}
