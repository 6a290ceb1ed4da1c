import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, useBlocker, useLocation } from 'react-router'

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

let shownPath: string | null = null

/** Whether the screen that is still to be seen is being left: the address is the next one's already, whose parts are being made. */
export const isLeaving = () => shownPath !== null && shownPath !== window.location.pathname

/** Stands once, inside the router. */
export function BackGuard() {
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    // The browser writes addresses so.
    shownPath = new URL(pathname, window.location.origin).pathname
    return () => {
      shownPath = null
    }
  }, [pathname])
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
