import { IconCheck } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import c from './Chips.module.css'
import { ownsEnter } from './ring'

interface Props {
  /** The label for screen readers, where no heading names the group. */
  label?: string
  options: string[]
  chosen: string[]
  /** Chips with words for the cook are orange everywhere; all others are violet. */
  cook?: boolean
  onToggle: (option: string) => void
  children?: ReactNode
}

/** Enter in a form sends it after a tap; where the focus ring is on the chip it toggles it, as Space does. */
function sendForm(event: KeyboardEvent<HTMLButtonElement>) {
  const { form } = event.currentTarget
  if (event.key !== 'Enter' || !form || ownsEnter(event.currentTarget)) return
  event.preventDefault()
  if (!event.repeat) form.requestSubmit()
}

/** Offers ready-made answers, one tap each. */
export function Chips({ label, options, chosen, cook, onToggle, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser
    <div className={c.chips} role="group" aria-label={label} data-cook={cook || undefined}>
      {options.map((option) => {
        const on = chosen.includes(option)
        return (
          <button
            key={option}
            type="button"
            className={c.chip}
            aria-pressed={on}
            onKeyDown={sendForm}
            onClick={() => onToggle(option)}
          >
            {on ? <IconCheck size={17} stroke={2.6} aria-hidden="true" /> : null}
            {option}
          </button>
        )
      })}
      {children}
    </div>
  )
}

interface NoteProps {
  label: string
  hint?: string
  most: number
  value: string
  onChange: (value: string) => void
}

/** Asks for a note that no chip offers. */
export function NoteField({ label, hint, most, value, onChange }: NoteProps) {
  return (
    <input
      className={c.note}
      aria-label={label}
      placeholder={hint ?? label}
      maxLength={most}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface ReasonProps {
  label?: string
  reasons: string[]
  value: string
  /** The field's name, which is also its hint. */
  other: string
  most?: number
  onChange: (reason: string) => void
}

/** Asks for a reason: one of the usual ones, or a text of one's own. */
export function ReasonChips({ label, reasons, value, other, most = 200, onChange }: ReasonProps) {
  return (
    <Chips
      label={label}
      options={reasons}
      chosen={[value]}
      onToggle={(reason) => onChange(reason === value ? '' : reason)}
    >
      <NoteField label={other} most={most} value={reasons.includes(value) ? '' : value} onChange={onChange} />
    </Chips>
  )
}
