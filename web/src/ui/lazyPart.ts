import { type ComponentType, lazy } from 'react'
import { useConnection } from '../api/realtime'

/** The declared parts that are not loaded yet. */
const loads = new Set<() => Promise<unknown>>()

/** Declares a part of a screen that is not there at first sight. `fetchParts` loads it before it is needed. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const once = () => load().then((part) => ({ default: part }))
  loads.add(once)
  return lazy(once)
}

/** Makes `fetchParts` load this too: a screen that the next tap may open. */
export function loadAhead<Load extends () => Promise<unknown>>(load: Load): Load {
  loads.add(load)
  return load
}

/**
 * Loads them when the first screen has stood for a moment and the server is reached: browsers remember a part that failed to
 * load, until the page is loaded again.
 */
export function fetchPartsLater() {
  let waiting: ReturnType<typeof setTimeout>
  const fetchOrWait = () => {
    if (useConnection.getState().lostAt === null) fetchParts()
    else waiting = setTimeout(fetchOrWait, 2_000)
  }
  waiting = setTimeout(fetchOrWait, 2_000)
  return () => clearTimeout(waiting)
}

/** Loads all declared parts once the screen stands, a screen's own parts included, so that they open at once and offline too. */
export const fetchParts = () => {
  for (const load of loads) {
    loads.delete(load)
    load().then(
      () => {
        if (useConnection.getState().lostAt === null) fetchParts()
      },
      () => loads.add(load),
    )
  }
}
