import type { Icon } from '@tabler/icons-react'
import c from './StatePill.module.css'

export type Tone = 'good' | 'warning' | 'bad' | 'info' | 'quiet'

/** A label that shows a state by colour, icon and word together. */
export function StatePill({
  tone,
  icon: Glyph,
  label,
  filled,
}: {
  tone: Tone
  icon: Icon
  label: string
  filled?: boolean
}) {
  return (
    <span className={c.pill} data-tone={tone} data-filled={filled || undefined}>
      <Glyph size={filled ? 16 : 14} stroke={2.2} aria-hidden="true" />
      {label}
    </span>
  )
}
