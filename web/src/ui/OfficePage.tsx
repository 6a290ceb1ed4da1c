import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import c from './OfficePage.module.css'
import { useTitle } from './title'

/** Frames an office page: its title, a summary, and at most one main action. */
export function OfficePage(props: {
  title: string
  /** The list that the page belongs to. */
  back?: { to: string; label: string }
  /** The heading of a page that greets instead of naming itself. */
  heading?: string
  summary?: ReactNode
  actions?: ReactNode
  /** The progress of a work, shown beside the title. */
  aside?: ReactNode
  children: ReactNode
}) {
  useTitle(props.title)
  return (
    <main className={c.page}>
      <header className={c.head}>
        {props.back ? (
          <Link to={props.back.to} className={c.back} aria-label={props.back.label}>
            <IconArrowLeft size={24} stroke={2} aria-hidden="true" />
          </Link>
        ) : null}
        <div className={c.title}>
          <h1>{props.heading ?? props.title}</h1>
          {props.summary ? <p>{props.summary}</p> : null}
        </div>
        {props.aside}
        {props.actions ? <div className={c.actions}>{props.actions}</div> : null}
      </header>
      {props.children}
    </main>
  )
}

export function Card({ children, label, padded }: { children: ReactNode; label?: string; padded?: boolean }) {
  return (
    <section className={c.card} data-padded={padded || undefined} aria-label={label}>
      {children}
    </section>
  )
}
