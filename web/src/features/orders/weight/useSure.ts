import { useRef, useState } from 'react'

/** A second tap that comes sooner (ms) is of the same finger: nobody has read the question yet. */
const unreadMs = 400

/** Asks before an unusual measure is sold; null where there is nothing to ask. Another measure is asked about again. */
export function useSure(unusual: string | null) {
  const [asked, setAsked] = useState<string | null>(null)
  const askedAt = useRef(0)
  const isAsking = unusual !== null && asked === unusual
  return {
    isAsking,
    isSure: () => {
      if (unusual === null) return true
      if (isAsking) return performance.now() - askedAt.current >= unreadMs
      setAsked(unusual)
      askedAt.current = performance.now()
      return false
    },
  }
}
