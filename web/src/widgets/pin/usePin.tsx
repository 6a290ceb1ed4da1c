import { useRef, useState } from 'react'
import { isApiError } from '../../api/errors'
import { uuid } from '../../api/uuid'

export interface PinGiven {
  pin: string
  approver_id: number | null
}

interface Asked {
  /** The error of the PIN typed before. */
  error: Error | null
  busy: boolean
  answer: (given: PinGiven | null) => void
}

const ofPin = new Set(['pin_required', 'wrong_pin', 'pin_locked'])

/** Runs a write that may need a PIN, and asks for it until the write succeeds or is given up. */
export function usePin<R>() {
  const [asked, setAsked] = useState<Asked | null>(null)
  /* Each PIN has its own idempotency key: the same PIN typed again after a broken answer is the same attempt. */
  const keys = useRef(new Map<string, string>())
  const run = async (write: (key: string, given?: PinGiven) => Promise<R>, key: string): Promise<R> => {
    let given: PinGiven | undefined
    for (;;) {
      const content = JSON.stringify([key, given])
      const own = given ? (keys.current.get(content) ?? uuid()) : key
      keys.current.set(content, own)
      try {
        const result = await write(own, given)
        setAsked(null)
        return result
      } catch (error) {
        const asks = isApiError(error) && ofPin.has(error.code)
        const next = asks && (await ask(error.code === 'pin_required' ? null : error))
        if (!next) {
          setAsked(null)
          throw error
        }
        given = next
      }
    }
  }
  const ask = (error: Error | null) =>
    new Promise<PinGiven | null>((answer) =>
      setAsked({
        error,
        busy: false,
        answer: (given) => {
          setAsked((now) => now && { ...now, busy: true })
          answer(given)
        },
      }),
    )
  return { asked, run }
}
