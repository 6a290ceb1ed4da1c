import { useRef } from 'react'

/**
 * Types a quantity by the digits of the keyboard. More digits than the greatest quantity has are the code of a reader, which is
 * no quantity: `endsCode` is asked at Enter, and returns true where one was read.
 */
export function useTypedQuantity(qty: number, set: (qty: number) => void, most: number) {
  const typed = useRef({ digits: '', before: qty })
  const shown = () => {
    const { digits, before } = typed.current
    return Number(digits) >= 1 && Number(digits) <= most ? Number(digits) : before
  }
  return {
    type: (key: string) => {
      // A quantity that came from elsewhere meanwhile begins another one.
      const { digits, before } = shown() === qty ? typed.current : { digits: '', before: qty }
      typed.current = { digits: key === 'Backspace' ? digits.slice(0, -1) : digits + key, before }
      set(shown())
    },
    endsCode: () => {
      const isCode = typed.current.digits.length > String(most).length
      if (isCode) typed.current = { digits: '', before: qty }
      return isCode
    },
  }
}
