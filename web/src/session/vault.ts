/**
 * This module keeps the session between visits: encrypted with AES-GCM (256-bit key, 12-byte IV) in localStorage. The key cannot
 * be exported and lives in IndexedDB, so a copy of localStorage alone is worth nothing.
 *
 * Browsers offer WebCrypto only over HTTPS or on localhost. Elsewhere (a till that opens the server by its plain HTTP address in
 * the local network) the session stays in this tab's sessionStorage: it survives a reload and ends with the tab.
 */
import type { Session } from './session'
import { inStore } from './store'

const slot = 'comanda.session'
const keyName = 'session'

export const canEncrypt = () =>
  typeof crypto !== 'undefined' && !!crypto.subtle && typeof indexedDB !== 'undefined'

export async function writeSession(session: Session): Promise<void> {
  const text = JSON.stringify(session)
  if (!canEncrypt()) {
    sessionStorage.setItem(slot, text)
    return
  }
  const key = await loadKey(true)
  if (!key) return
  const { iv, sealed } = await sealWith(key, text)
  localStorage.setItem(slot, `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`)
}

export async function readSession(): Promise<Session | null> {
  try {
    if (!canEncrypt()) return JSON.parse(sessionStorage.getItem(slot) ?? 'null')
    const [iv, sealed] = (localStorage.getItem(slot) ?? '').split('.')
    const key = await loadKey(false)
    if (!iv || !sealed || !key) return null
    return JSON.parse(await openWith(key, { iv: fromBase64(iv), sealed: fromBase64(sealed) }))
  } catch {
    // The text is not ours, or its key is gone: that is the same as no session.
    await forgetSession()
    return null
  }
}

export interface Sealed {
  iv: BufferSource
  sealed: BufferSource
}

/** Encrypts a text for as long as this session lasts; null where nobody is signed in, or the browser cannot. */
export async function seal(text: string): Promise<Sealed | null> {
  const key = canEncrypt() ? await loadKey(false) : null
  return key && sealWith(key, text)
}

/** Returns null when it was sealed in another session. */
export async function unseal(sealed: Sealed): Promise<string | null> {
  const key = await loadKey(false)
  return key && openWith(key, sealed).catch(() => null)
}

async function sealWith(key: CryptoKey, text: string) {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  return { iv, sealed }
}

const openWith = async (key: CryptoKey, { iv, sealed }: Sealed) =>
  new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed))

/** Deletes the session, the key that sealed it, and everything else. */
export async function forgetSession(): Promise<void> {
  known = null
  sessionStorage.removeItem(slot)
  localStorage.removeItem(slot)
  if (!canEncrypt()) return
  await inStore('keys', 'readwrite', (store) => store.delete(keyName)).catch(() => undefined)
  await inStore('kept', 'readwrite', (store) => store.clear()).catch(() => undefined)
}

/** Calls back when another tab signs out. */
export function onForgotten(callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === slot && event.newValue === null) callback()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** The key is kept once read, so that the database is not opened for each act. */
let known: CryptoKey | null = null

async function loadKey(create: boolean): Promise<CryptoKey | null> {
  // Signing in reads the stored key anew: another tab may have signed out, and in again.
  if (known && !create) return known
  const stored = await inStore<CryptoKey | undefined>('keys', 'readonly', (store) => store.get(keyName))
  known = stored ?? null
  if (stored || !create) return known
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await inStore('keys', 'readwrite', (store) => store.put(key, keyName))
  known = key
  return key
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
