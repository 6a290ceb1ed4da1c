import { IconBackspace } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { region } from '../i18n/region'
import c from './NumericPad.module.css'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'] as const

interface Props {
  onKey: (key: string) => void
  disabled?: boolean
  /** True where a whole number is asked for, so that the decimal sign does nothing. */
  whole?: boolean
}

/** Shows the digits of a pad; its parent holds the value. */
export function NumericPad({ onKey, disabled, whole }: Props) {
  const { t } = useTranslation()
  const erasing = useErasing(onKey)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser
    <div className={c.pad} role="group" aria-label={t('common.numericPad')}>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          disabled={disabled || (whole && key === '.')}
          onClick={() => onKey(key)}
        >
          {key === '.' ? region().decimalSign : key}
        </button>
      ))}
      <button type="button" aria-label={t('common.backspace')} disabled={disabled} {...erasing}>
        <IconBackspace size={26} stroke={1.8} aria-hidden="true" />
      </button>
    </div>
  )
}

const longPressMs = 500

/** A tap takes the last digit away, a long press all of them. */
function useErasing(onKey: (key: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cleared = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: () => {
      cleared.current = false
      timer.current = setTimeout(() => {
        cleared.current = true
        onKey('Delete')
      }, longPressMs)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // A long press on a phone would open the menu of the page.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick: () => {
      if (!cleared.current) onKey('Backspace')
      cleared.current = false
    },
  }
}

/** Returns the number after a key: no more digits and decimals than given, no second point, no leading zeros. */
export function typeKey(value: string, key: string, decimals = 2, digits = 7): string {
  if (key === 'Backspace') return value.slice(0, -1)
  if (key === 'Delete') return ''
  if (key === '.') return decimals === 0 || value.includes('.') ? value : `${value || '0'}.`
  if (!/^\d$/.test(key)) return value
  const [whole = '', fraction] = value.split('.')
  if (fraction !== undefined) return fraction.length < decimals ? value + key : value
  if (whole.length >= digits) return value
  return whole === '0' ? key : value + key
}
