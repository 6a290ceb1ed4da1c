import { useState } from 'react'
import { decimalText } from '../i18n/region'
import { normalizeTyped } from './form/decimals'

/** True for at most two decimals and less than ten million. */
const isAmount = (text: string) => /^\d{0,7}(\.\d{0,2})?$/.test(text)

/** Returns the typed amount as the server reads it; empty where it is no amount. */
function amountOf(text: string): string {
  const read = normalizeTyped(text, 2)
  return isAmount(read) ? read : ''
}

/**
 * Holds an amount as it is typed. A text that is none ("-50", "12.345") stays in sight and counts as nothing: its digits alone
 * would be another amount.
 */
export function useTypedAmount(value: string, onChange: (text: string) => void) {
  const [text, setText] = useState('')
  // Buttons of the screen may have written another amount meanwhile.
  const isTyped = text !== '' && amountOf(text) === value
  return {
    shown: isTyped ? text : decimalText(value),
    bad: isTyped && value === '',
    type: (next: string) => {
      const kept = next.trim().slice(0, 14)
      setText(kept)
      onChange(amountOf(kept))
    },
  }
}
