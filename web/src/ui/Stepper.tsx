import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import c from './Stepper.module.css'
import { showToast } from './toasts'

interface Props {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  /** It is `large` for the foot of the choices panel, `small` inside a row. */
  size?: 'small' | 'normal' | 'large'
  /** A lighter text beside the number: "de 3". */
  suffix?: string
  fill?: boolean
  /** The number can be written too. One above the greatest becomes that, and these words say so. */
  tooMuch?: string
}

export function Stepper(props: Props) {
  const { label, value, onChange, min = 1, max, size = 'normal', suffix, fill } = props
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser
    <div className={c.stepper} data-size={size} data-fill={fill || undefined} role="group" aria-label={label}>
      <button
        type="button"
        aria-label={t('common.less')}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <IconMinus size={20} stroke={2.2} aria-hidden="true" />
      </button>
      {props.tooMuch !== undefined && max !== undefined ? (
        <Typed {...{ label, value, min, max, onChange }} tooMuch={props.tooMuch} />
      ) : (
        <output>
          {value} {suffix ? <i>{suffix}</i> : null}
        </output>
      )}
      <button
        type="button"
        aria-label={t('common.more')}
        disabled={max !== undefined && value >= max}
        onClick={() => onChange(value + 1)}
      >
        <IconPlus size={20} stroke={2.2} aria-hidden="true" />
      </button>
    </div>
  )
}

interface TypedProps {
  label: string
  value: number
  min: number
  max: number
  tooMuch: string
  onChange: (value: number) => void
}

/** The typed number counts when the field is left. The greatest stands for all above it; what is no number to ask for changes nothing. */
function Typed({ label, value, min, max, tooMuch, onChange }: TypedProps) {
  const [text, setText] = useState<string | null>(null)
  const good = !text || (isWhole(text) && Number(text) >= min && Number(text) <= max)
  const commit = () => {
    const isTooMuch = text !== null && isWhole(text) && Number(text) > max
    const next = isTooMuch ? max : text && good ? Number(text) : value
    setText(null)
    if (isTooMuch) showToast('warning', tooMuch)
    if (next !== value) onChange(next)
  }
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      aria-invalid={!good || undefined}
      value={text ?? String(value)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value.trim().slice(0, 8))}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && (event.key !== 'Escape' || text === null)) return
        // The Enter is meant for this field; the panel around it has another.
        event.stopPropagation()
        if (event.key === 'Enter') return commit()
        // The dialog around it stays open.
        event.preventDefault()
        setText(null)
      }}
    />
  )
}

/** A text such as "2.5" or "-5" is no whole number, and not 25 or 5. */
const isWhole = (text: string) => /^\d+$/.test(text)
