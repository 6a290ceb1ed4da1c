import type { ReactNode } from 'react'
import c from './Question.module.css'

interface Props {
  title: string
  /** A lighter text beside the title. */
  aside?: ReactNode
  /** The name of the part in its panel, which sets its order on a phone. */
  part?: string
  children: ReactNode
}

/** Shows one question of a panel or form, with the controls that answer it. */
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
