import { useEffect, useRef } from 'react'

/** A scanner types faster than any person. */
const betweenKeysMs = 40
const shortestCode = 6

/**
 * Reads a bar code that is scanned while another field has the focus. `begin` is called at its first key, `take` with the whole
 * code and the result of `begin`: it returns true where the code was taken, and the field must be as it was before.
 */
export function useScanner<Before>(begin: () => Before, take: (code: string, before: Before) => boolean) {
  const latest = useRef({ begin, take })
  latest.current = { begin, take }
  useEffect(() => {
    let code = ''
    let last = 0
    let before: Before
    const listen = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return
      const fast = event.timeStamp - last < betweenKeysMs
      last = event.timeStamp
      if (event.key === 'Enter') {
        if (fast && code.length >= shortestCode && latest.current.take(code, before)) {
          event.preventDefault()
          event.stopPropagation()
        }
        code = ''
        return
      }
      if (event.key.length !== 1) return
      if (!fast || code === '') {
        code = ''
        before = latest.current.begin()
      }
      code += event.key
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}
