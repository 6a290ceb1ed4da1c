/**
 * This keeps the server's last answers that the till works with: a screen opens with them at once, and without a connection they
 * can still be read. They are sealed with the session's key, so that only this person can read them, and they are deleted at
 * log-out.
 */
import { inStore } from './store'
import { canEncrypt, type Sealed, seal, unseal } from './vault'

/** After this time an answer is too old: it is better to say that the server is away than to show yesterday's tables. */
const holdsMs = 12 * 60 * 60_000

type Entry = Sealed & { at: number }
export interface KeptAnswer<T> {
  data: T
  /** The server gave the answer at this time, in ms since 1970. */
  at: number
}

export async function readKept<T>(name: string): Promise<KeptAnswer<T> | null> {
  if (!canEncrypt()) return null
  const entry = await inStore<Entry | undefined>('kept', 'readonly', (store) => store.get(name))
  if (!entry || entry.at < Date.now() - holdsMs) return null
  const text = await unseal(entry)
  return text === null ? null : { data: JSON.parse(text), at: entry.at }
}

export async function keep(name: string, data: unknown): Promise<void> {
  const sealed = await seal(JSON.stringify(data))
  if (!sealed) return
  await inStore('kept', 'readwrite', (store) => store.put({ ...sealed, at: Date.now() }, name))
}

export const dropKept = (name: string): Promise<void> =>
  canEncrypt() ? inStore('kept', 'readwrite', (store) => store.delete(name)) : Promise.resolve()
