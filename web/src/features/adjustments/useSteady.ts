import { useCallback, useEffect, useRef } from 'react'

/** A callback of a parent that may be another one each time, as one that stays. */
export function useSteady<A extends unknown[]>(callback: ((...args: A) => void) | undefined) {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: A) => latest.current?.(...args), [])
}
