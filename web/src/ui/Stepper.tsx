import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import c from './Stepper.module.css'

interface Props {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  /** `large` for the foot of the choices panel, `small` inside a row. */
  size?: 'small' | 'normal' | 'large'
  /** Shown lighter beside the number: "de 3". */
  suffix?: string
  fill?: boolean
}

export function Stepper({ label, value, onChange, min = 1, max, size = 'normal', suffix, fill }: Props) {
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
      <output>
        {value} {suffix ? <i>{suffix}</i> : null}
      </output>
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
