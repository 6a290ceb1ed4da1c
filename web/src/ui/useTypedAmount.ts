import { useState } from 'react'

/** At most two decimals, and less than ten millions. */
const isAmount = (text: string) => /^\d{0,7}(\.\d{0,2})?$/.test(text)

/** An amount as it is typed. What is none ("-50", "12.345") stays to be seen and counts as nothing: its digits alone would be another amount. */
export function useTypedAmount(value: string, onChange: (text: string) => void) {
  const [refused, setRefused] = useState('')
  // Keys of the screen have written another one meanwhile.
  if (value !== '' && refused !== '') setRefused('')
  return {
    shown: value || refused,
    bad: value === '' && refused !== '',
    type: (typed: string) => {
      const text = typed.replace(',', '.').trim().slice(0, 14)
      const good = isAmount(text)
      setRefused(good ? '' : text)
      onChange(good ? text : '')
    },
  }
}
