import { useEffect, useState } from 'react'

/** The value once it has not changed for a while: what is typed, when the typing rests. */
export function useRested<T>(value: T, ms = 200): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
