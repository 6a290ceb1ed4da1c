import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import c from './ListEmpty.module.css'
import type { WayOut } from './types'

interface Props {
  title: string
  text: string
  picture?: ReactNode
  /** The first one is the main action. */
  ways: WayOut[]
}

/** Says of an empty list what it is for, and what to do first. */
export function ListEmpty({ title, text, picture, ways }: Props) {
  return (
    <section className={c.empty} aria-label={title}>
      {picture}
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={c.ways}>
        {ways.map((way) => (
          <button key={way.label} type="button" onClick={way.onClick}>
            {way.icon ?? <IconPlus size={26} stroke={2} aria-hidden="true" />}
            <b>{way.label}</b>
            <span>{way.text}</span>
          </button>
        ))}
      </div>
    </section>
  )
}
