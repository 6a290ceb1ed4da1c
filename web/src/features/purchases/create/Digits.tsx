import { TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { decimalText } from '../../../i18n/region'
import { accepts, tidy } from '../../../ui/form/decimals'
import { useAsTyped } from '../../../ui/form/useAsTyped'
import c from './fields.module.css'

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  /** The most decimals that may be typed, and the fewest that it has when it is left. */
  decimals?: number
  least?: number
  /** The value that holds when nothing is typed, shown as a hint. */
  usual?: string
  /** The label is for screen readers only. */
  bare?: boolean
  /** True when the amount may be negative. */
  signed?: boolean
  error?: string | boolean
  at?: string
  className?: string
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/**
 * A field for an amount or a quantity as decimal text: numeric keys on a phone, right-aligned, all selected when it is entered.
 */
export function Digits(props: Props) {
  const {
    label,
    value,
    onChange,
    decimals = 2,
    least = 0,
    usual,
    bare,
    signed = false,
    error,
    at,
    className,
    onKeyDown,
  } = props
  const { shown, read } = useAsTyped(value, decimals)
  return (
    <TextInput
      label={bare ? undefined : label}
      aria-label={bare ? label : undefined}
      className={className}
      classNames={{ input: c.digits }}
      data-at={at}
      error={error}
      inputMode={signed ? 'text' : 'decimal'}
      autoComplete="off"
      placeholder={decimalText(usual ?? (least ? '0.00' : '0'))}
      value={shown}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = read(event.currentTarget.value)
        if ((signed || !text.startsWith('-')) && accepts(text, decimals)) onChange(text)
      }}
      onBlur={() => {
        const left = tidy(value, least)
        if (left !== value) onChange(left)
      }}
      onKeyDown={onKeyDown}
    />
  )
}
