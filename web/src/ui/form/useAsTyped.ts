import { useState } from 'react'
import { decimalText } from '../../i18n/region'
import { normalizeTyped } from './decimals'

/**
 * Returns the props of a number field that shows what was typed, with or without thousands separators, as long as that is its
 * value.
 */
export function useAsTyped(value: string, decimals: number) {
  const [text, setText] = useState('')
  return {
    shown: text !== '' && normalizeTyped(text, decimals) === value ? text : decimalText(value),
    /** It reads the typed text and returns it as the server reads it. */
    read: (next: string) => {
      setText(next)
      return normalizeTyped(next, decimals)
    },
  }
}
