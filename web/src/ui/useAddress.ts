import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

type Change = Record<string, string | null>

/** Returns the address's parameters, and a function that changes some of them; null removes one. */
export function useAddress(): [URLSearchParams, (what: Change, how?: { replace?: boolean }) => void] {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (what: Change, how?: { replace?: boolean }) => {
      const next = new URLSearchParams(window.location.search)
      for (const [name, value] of Object.entries(what)) {
        if (value === null || value === '') next.delete(name)
        else next.set(name, value)
      }
      setParams(next, how)
    },
    [setParams],
  )
  return [params, change]
}
