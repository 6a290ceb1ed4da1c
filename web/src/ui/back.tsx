import { useEffect, useRef } from 'react'
import { type Location, useBlocker } from 'react-router'

interface Keeper {
  /** Whether the way there is not simply gone. */
  holds: (from: Location, to: Location, back: boolean) => boolean
  /** One of both is called: now, or when somebody has answered. */
  stop: (stay: () => void, go: () => void) => void
}

/** What stands in the way, the last one in front: a router asks one alone. */
const keepers: { current: Keeper }[] = []

export function useKeeper(on: boolean, keeper: Keeper) {
  const latest = useRef(keeper)
  useEffect(() => {
    latest.current = keeper
  })
  useEffect(() => {
    if (!on) return
    keepers.push(latest)
    return () => void keepers.splice(keepers.indexOf(latest), 1)
  }, [on])
}

/** Stands once, inside the router. */
export function BackGuard() {
  const found = useRef<Keeper>(undefined)
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    found.current = keepers.findLast(({ current }) =>
      current.holds(currentLocation, nextLocation, historyAction === 'POP'),
    )?.current
    return found.current !== undefined
  })
  useEffect(() => {
    if (blocker.state === 'blocked') found.current?.stop(blocker.reset, blocker.proceed)
  }, [blocker])
  return null
}
