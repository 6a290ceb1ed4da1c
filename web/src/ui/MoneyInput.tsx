import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalText } from '../i18n/region'
import { house } from '../session/house'
import c from './MoneyInput.module.css'
import { useTypedAmount } from './useTypedAmount'

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  description?: string
  error?: string
  /** The text for an unreadable amount, where another example fits better. */
  wrong?: string
  /** True when it has the focus as its dialog opens. */
  first?: boolean
  /** The label is only for screen readers, because the row already names the field. */
  bare?: boolean
}

/** Asks for an amount: numeric keys on a phone, right-aligned, at most two decimals. */
export function MoneyInput({ label, value, onChange, description, error, wrong, first, bare }: Props) {
  const { t } = useTranslation()
  const field = useTypedAmount(value, onChange)
  const input = useRef<HTMLInputElement>(null)
  // A field may be mounted after its dialog, which waited for data.
  useEffect(() => {
    if (first && document.activeElement?.matches('dialog')) input.current?.focus()
  }, [first])
  return (
    <TextInput
      ref={input}
      label={bare ? undefined : label}
      aria-label={bare ? label : undefined}
      description={description}
      error={field.bad ? (wrong ?? t('common.badAmount')) : error}
      data-autofocus={first || undefined}
      data-unreadable={field.bad || undefined}
      inputMode="decimal"
      autoComplete="off"
      placeholder={decimalText('0.00')}
      leftSection={house().currency_symbol}
      classNames={{ input: c.input }}
      value={field.shown}
      // The first digit replaces the prefilled amount.
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => field.type(event.currentTarget.value)}
    />
  )
}
