import { useEffect, useLayoutEffect, useRef } from 'react'
import { type createBrowserRouter, type Path, useBlocker, useLocation } from 'react-router'
import { openMenu } from './openMenu'

interface Keeper {
  /** Returns whether this keeps the step from simply happening. */
  holds: (from: Path, to: Path, back: boolean) => boolean
  /** Exactly one of both is called, now or when somebody has answered. Back may have been pressed several times at once. */
  stop: (stay: () => void, go: () => void, presses: number) => void
}

/** These parts may stop a change of screen, the last one first: a router asks only one. */
const keepers: { current: Keeper }[] = []

const keeperOf = (from: Path, to: Path, isBack: boolean) =>
  isBack && openMenu() ? keeperOfMenu(from, to) : standingKeeper(from, to, isBack)

const standingKeeper = (from: Path, to: Path, isBack: boolean) =>
  keepers.findLast(({ current }) => current.holds(from, to, isBack))?.current

/** An open menu comes first: going back closes it alone, and what is behind it answers the next press. */
const keeperOfMenu = (from: Path, to: Path): Keeper => ({
  holds: () => true,
  stop: (stay, go, presses) => {
    openMenu()?.hidePopover()
    const behind = standingKeeper(from, to, true)
    if (presses > 1 && behind) behind.stop(stay, go, presses - 1)
    else stay()
  },
})

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

/** The state of going back to the entry that is shown, while the browser is at another one already. */
interface Return {
  keeper: Keeper
  /** The number of history steps from the shown entry to the wanted one. */
  delta: number
  at: number
  presses: number
  /** These navigations wait until the browser is back. */
  next: (() => void)[]
  timer?: ReturnType<typeof setTimeout>
}

/** A browser may drop a step that meets another one; after this time (ms) the step is asked for again. */
const lostMs = 400

let returning: Return | null = null
let hold: ((event: Event) => void) | null = null
// Listeners are called in the order in which they were added, and this one comes before the router's.
window.addEventListener('popstate', (event) => hold?.(event))

/** The router's data of a history entry, and whether the next entry is the same screen once more. */
type Entry = { idx?: number; isDoubled?: true } | null

const stateOf = () => window.history.state as Entry
const entry = () => stateOf()?.idx

let double: (() => void) | null = null

/**
 * Makes the browser report going back while something is open. In front of its first entry the browser would leave at once, as
 * after a reload or from an address that was typed, so that entry gets a second one of the same screen.
 */
export const awaitBack = () => double?.()

/**
 * Stops going back where something is open, and lets that answer once the address is restored. The router would take the next
 * step for the one that it asked for itself, and a second press at once would leave the screen or shift the history.
 */
export function guardBack(router: ReturnType<typeof createBrowserRouter>): () => void {
  let home = entry()
  let { location: shown } = router.state
  let isAnswered = false

  const forget = () => {
    clearTimeout(returning?.timer)
    returning = null
    home = entry()
  }
  const step = (by: number) => {
    if (!returning) return
    clearTimeout(returning.timer)
    returning.timer = setTimeout(() => (entry() === home ? arrive() : step(wayHome())), lostMs)
    if (by !== 0) window.history.go(by)
  }
  const wayHome = () => (home ?? 0) - (entry() ?? 0)
  const arrive = () => {
    if (!returning) return
    const { keeper, delta, presses, next } = returning
    forget()
    const go = () => {
      isAnswered = true
      window.history.go(delta)
    }
    keeper.stop(() => undefined, go, presses)
    for (const open of next) open()
  }

  double = () => {
    if (returning || entry() !== 0) return
    const state = stateOf()
    window.history.replaceState({ ...state, isDoubled: true }, '')
    window.history.pushState({ ...state, idx: 1 }, '')
    home = 1
  }
  const openedMenu = (event: Event) => (event as ToggleEvent).newState === 'open' && awaitBack()
  document.addEventListener('toggle', openedMenu, true)

  hold = (event) => {
    const at = entry()
    if (at === undefined) return forget()
    if (returning) {
      event.stopImmediatePropagation()
      if (at === home) return arrive()
      const isPress = (at - returning.at) * returning.delta > 0
      returning.at = at
      if (isPress) returning.presses += 1
      // While the step home is under way a second one would lead too far.
      step(isPress ? 0 : wayHome())
      return
    }
    const delta = home === undefined ? 0 : at - home
    const keeper =
      isAnswered || delta === 0 ? undefined : keeperOf(router.state.location, window.location, true)
    isAnswered = false
    if (!keeper) {
      home = at
      // This entry is the screen that was just left, so going back continues to the one before it.
      const state = stateOf()
      if (delta < 0 && state?.isDoubled) {
        // Going forward to it later shows it, and going back from the next screen returns to it.
        window.history.replaceState({ ...state, isDoubled: undefined }, '')
        window.history.back()
      }
      return
    }
    event.stopImmediatePropagation()
    returning = { keeper, delta, at, presses: 1, next: [] }
    step(-delta)
  }
  const stop = router.subscribe(({ location }) => {
    // A screen that was being opened has come meanwhile: there is nothing to return to.
    if (!returning || location !== shown) forget()
    shown = location
  })
  return () => {
    stop()
    document.removeEventListener('toggle', openedMenu, true)
    double = null
    hold = null
  }
}

let shownPath: string | null = null

/** Returns whether the screen still in sight is being left: the address is the next one's already, whose parts are loading. */
export const isLeaving = () => shownPath !== null && shownPath !== window.location.pathname

/** It stands once, inside the router. */
export function BackGuard() {
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    // The browser writes addresses in this form.
    shownPath = new URL(pathname, window.location.origin).pathname
    return () => {
      shownPath = null
    }
  }, [pathname])
  const found = useRef<Keeper>(undefined)
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isBack = historyAction === 'POP'
    if (isBack && hold) return false
    found.current = keeperOf(currentLocation, nextLocation, isBack) ?? (returning ? waiting : undefined)
    return found.current !== undefined
  })
  useEffect(() => {
    if (blocker.state === 'blocked') found.current?.stop(blocker.reset, blocker.proceed, 1)
  }, [blocker])
  return null
}

/** Another screen is opened from the entry that is shown, not from the one where the browser is. */
const waiting: Keeper = {
  holds: () => true,
  stop: (_stay, go) => {
    if (returning) returning.next.push(go)
    else go()
  },
}
