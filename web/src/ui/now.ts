import { useSyncExternalStore } from 'react'

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, 10_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** Returns the time, renewed every ten seconds for all components at once; enough for minutes. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // A corrected clock may have gone back, too.
    if (Math.abs(Date.now() - now) > 10_000) now = Date.now()
    return now
  })
}
