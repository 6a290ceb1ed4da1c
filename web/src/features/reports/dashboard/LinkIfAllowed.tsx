import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import c from './Attention.module.css'

/** A row that links somewhere, or is plain text for users who may not go there. */
export function LinkIfAllowed({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return <div className={c.row}>{children}</div>
  return (
    <Link to={to} className={c.row}>
      {children}
      <IconChevronRight size={18} aria-hidden="true" />
    </Link>
  )
}
