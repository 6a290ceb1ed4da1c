import type { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import c from './BigKey.module.css'

/**
 * A question with few answers, each a large button. With `compact` they stand side by side on a phone, without their second line.
 */
export function BigKeys(props: { label: string; compact?: boolean; children: ReactNode }) {
  return (
    <div
      className={c.keys}
      role="radiogroup"
      aria-label={props.label}
      data-compact={props.compact || undefined}
    >
      {props.children}
    </div>
  )
}

interface Props {
  icon: typeof IconTrash
  title: string
  /** Says what choosing the button leads to. */
  text: string
  checked: boolean
  disabled?: boolean
  onPick: () => void
}

export function BigKey({ icon: Glyph, title, text, checked, disabled, onPick }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a large key, not the small circle of a radio
    <button
      type="button"
      role="radio"
      aria-checked={checked}
      disabled={disabled}
      className={c.key}
      onClick={onPick}
    >
      <Glyph size={28} stroke={1.8} aria-hidden="true" />
      <b>{title}</b>
      <span>{text}</span>
    </button>
  )
}
