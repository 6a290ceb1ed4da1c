/**
 * The service worker keeps the program itself (scripts, styles, fonts) and nothing that the server knows. A new version waits
 * until somebody takes it: no screen changes under the hand that works on it.
 */
import { create } from 'zustand'

/** A phone's connection first brings the screen that is waited for. */
const afterLoadMs = 4000
const hourMs = 60 * 60_000

/** Whether there is a newer version than the one that runs here. */
export const useNewVersion = create<{ ready: boolean }>()(() => ({ ready: false }))

let registration: ServiceWorkerRegistration | null = null
let taken = false

export function keepVersionFresh() {
  // Browsers offer it over HTTPS or on localhost; elsewhere every start loads the program from the server.
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

/** Goes over to the new version: the page loads again. */
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
