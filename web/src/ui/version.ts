/**
 * The service worker keeps the program itself (scripts, styles, fonts) and none of the server's data. A new version waits until
 * somebody accepts it: no screen changes while somebody works on it.
 */
import { create } from 'zustand'

/** A phone's connection first loads the screen that is waited for. */
const afterLoadMs = 4000
const hourMs = 60 * 60_000

/** True when there is a newer version than the one that runs here. */
export const useNewVersion = create<{ ready: boolean }>()(() => ({ ready: false }))

let registration: ServiceWorkerRegistration | null = null
let taken = false

export function keepVersionFresh() {
  // Browsers have service workers over HTTPS or on localhost; elsewhere every start loads the program from the server.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const start = () => setTimeout(() => void register().catch(console.warn), afterLoadMs)
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start)
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (taken) window.location.reload()
    // Another tab activated the new version: this one goes on with its own until somebody agrees to reload.
    else offer()
  })
}

async function register() {
  const registered = await navigator.serviceWorker.register('/sw.js')
  registration = registered
  const offerWaiting = () => {
    if (registered.waiting && navigator.serviceWorker.controller) offer()
  }
  const follow = () => registered.installing?.addEventListener('statechange', offerWaiting)
  offerWaiting()
  // A new version may be loading already.
  follow()
  registered.addEventListener('updatefound', follow)
  const look = () => void registered.update().catch(() => undefined)
  setInterval(look, hourMs)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
}

const offer = () => useNewVersion.setState({ ready: true })

/** Changes to the new version: the page loads again. */
export function takeNewVersion() {
  const waiting = registration?.waiting
  if (!waiting) {
    window.location.reload()
    return
  }
  taken = true
  waiting.postMessage({ type: 'SKIP_WAITING' })
}

export const putOffNewVersion = () => useNewVersion.setState({ ready: false })
