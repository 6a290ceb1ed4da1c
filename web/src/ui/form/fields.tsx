import { Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalText } from '../../i18n/region'
import { useHouse } from '../../session/house'
import { useField } from './context'
import { accepts, tidy } from './decimals'
import c from './fields.module.css'
import { useAsTyped } from './useAsTyped'

export interface FieldProps {
  /** The server's name of the field, at which its errors are shown. */
  name: string
  label: string
  description?: string
  /** It marks the field as required; the server reports a missing value. */
  required?: boolean
  disabled?: boolean
  placeholder?: string
}

type TextProps = FieldProps &
  Pick<
    TextInputProps,
    'type' | 'maxLength' | 'autoComplete' | 'inputMode' | 'leftSection' | 'rightSection'
  > & {
    /** With several lines Enter makes a new one. */
    lines?: number
  }

export function TextField({ name, required, lines, ...rest }: TextProps) {
  const { value, error, set } = useField<string | null>(name)
  const shared = { name, withAsterisk: required, error, value: value ?? '', autoComplete: 'off', ...rest }
  if (lines) {
    const { label, description, disabled, placeholder, maxLength } = rest
    return (
      <Textarea
        {...{ name, withAsterisk: required, error, label, description, disabled, placeholder, maxLength }}
        rows={lines}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  }
  return <TextInput {...shared} onChange={(event) => set(event.currentTarget.value)} />
}

type NumberProps = FieldProps & {
  /** The most decimals that may be typed. */
  decimals?: number
  /** The unit behind the digits: "kg". */
  unit?: string
  /** The label is only for screen readers, because the row already names the field. */
  bare?: boolean
}

/** Asks for an amount as decimal text: numeric keys on a phone, right-aligned, at least two decimals. */
export function MoneyField({ decimals = 2, ...props }: NumberProps) {
  return <Digits {...props} decimals={decimals} least={2} currency />
}

/** Asks for a quantity as decimal text; `decimals={0}` takes whole numbers. */
export function QuantityField({ decimals = 3, ...props }: NumberProps) {
  return <Digits {...props} decimals={decimals} least={0} />
}

function Digits(props: NumberProps & { decimals: number; least: number; currency?: boolean }) {
  const { name, required, decimals, least, unit, currency, placeholder, bare, label, ...rest } = props
  const { t } = useTranslation()
  const { value, error, set } = useField<string | null>(name)
  const { shown, read } = useAsTyped(value ?? '', decimals)
  const symbol = useHouse((house) => house.currency_symbol)
  const [refused, setRefused] = useState<'onlyDigits' | 'noMoreDigits' | null>(null)
  return (
    <TextInput
      {...rest}
      label={bare ? undefined : label}
      aria-label={bare ? label : undefined}
      name={name}
      withAsterisk={required}
      error={refused ? t(`forms.${refused}`) : error}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      placeholder={placeholder ?? decimalText(least ? '0.00' : '0')}
      leftSection={currency ? symbol : undefined}
      rightSection={unit ? <span className={c.unit}>{unit}</span> : undefined}
      rightSectionWidth={unit ? 16 + unit.length * 9 : undefined}
      classNames={{ input: c.digits }}
      value={shown}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = read(event.currentTarget.value)
        const isTaken = accepts(text, decimals)
        if (isTaken) set(text)
        setRefused(isTaken ? null : /[^\d.-]/.test(text) ? 'onlyDigits' : 'noMoreDigits')
      }}
      onBlur={() => {
        setRefused(null)
        const left = tidy(value ?? '', least)
        if (left !== (value ?? '')) set(left)
      }}
    />
  )
}

type SwitchProps = FieldProps & {
  /** The server's values for on and off, where they are not true and false: `['ACTIVE', 'INACTIVE']`. */
  values?: readonly [on: unknown, off: unknown]
}

/** Shows a switch, with a line that explains it. */
export function SwitchField({ name, label, description, disabled, values = [true, false] }: SwitchProps) {
  const { value, error, set } = useField<unknown>(name)
  const id = useId()
  return (
    <div className={c.switch}>
      <label htmlFor={id}>
        <b>{label}</b>
        {description ? <span id={`${id}-why`}>{description}</span> : null}
        {error ? (
          <span id={`${id}-error`} className={c.error}>
            {error}
          </span>
        ) : null}
      </label>
      <Switch
        id={id}
        name={name}
        size="md"
        aria-label={label}
        aria-describedby={
          [description && `${id}-why`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
        }
        aria-invalid={error ? true : undefined}
        disabled={disabled}
        checked={value === values[0]}
        onChange={(event) => set(event.currentTarget.checked ? values[0] : values[1])}
      />
    </div>
  )
}

/** Shows a switch for active or not: ACTIVE or INACTIVE. */
export const StatusField = (props: Omit<SwitchProps, 'values' | 'name'>) => (
  <SwitchField {...props} name="status" values={['ACTIVE', 'INACTIVE']} />
)
