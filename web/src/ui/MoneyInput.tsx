import { TextInput } from '@mantine/core'
import { decimalText } from '../i18n/region'
import c from './MoneyInput.module.css'

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  description?: string
  error?: string
  autoFocus?: boolean
}

/** An amount: numeric keys on a phone, right-aligned, at most two decimals. */
export function MoneyInput({ label, value, onChange, description, error, autoFocus }: Props) {
  return (
    <TextInput
      label={label}
      description={description}
      error={error}
      autoFocus={autoFocus}
      inputMode="decimal"
      autoComplete="off"
      placeholder={decimalText('0.00')}
      leftSection="S/"
      classNames={{ input: c.input }}
      value={decimalText(value)}
      onChange={(event) => {
        const text = event.currentTarget.value.replace(',', '.')
        if (/^\d{0,7}(\.\d{0,2})?$/.test(text)) onChange(text)
      }}
    />
  )
}
