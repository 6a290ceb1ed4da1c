import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import c from './KpiStrip.module.css'

export interface Kpi {
  label: string
  value: string
  /** The same value with its colour and sign, as it is shown. */
  shown?: ReactNode
  /** A comparison as text, with its direction. */
  change?: { up: boolean; text: string }
  note?: ReactNode
  /** The list that the figure counts. */
  to?: string
}

/**
 * Shows figures side by side in one strip instead of boxes. With `fit`, three or five of them, as its own width allows and not
 * the window's.
 */
export function KpiStrip({ items, fit }: { items: Kpi[]; fit?: boolean }) {
  const strip = (
    <dl className={c.strip} data-count={fit ? items.length : undefined}>
      {items.map((item) => (
        <div key={item.label}>
          <dt>{item.label}</dt>
          <dd>
            {item.to ? (
              <Link to={item.to} className={c.figure} aria-label={`${item.label}: ${item.value}`}>
                <b>{item.shown ?? item.value}</b>
              </Link>
            ) : (
              <b>{item.shown ?? item.value}</b>
            )}
            {item.change ? (
              <span className={c.change} data-up={item.change.up || undefined}>
                {item.change.up ? (
                  <IconArrowUpRight size={18} stroke={2.2} aria-hidden="true" />
                ) : (
                  <IconArrowDownRight size={18} stroke={2.2} aria-hidden="true" />
                )}
                {item.change.text}
              </span>
            ) : null}
            {item.note ? <span className={c.note}>{item.note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
  return fit ? <div className={c.fit}>{strip}</div> : strip
}
