/**
 * What the till works with, as the server said it last: it stands at once when a screen is opened, and without the line it can still be
 * read. Sealed with the key of the session, so that it is this person's in this house alone, and gone with it at log-out.
 */
import { inStore } from './store'
import { canEncrypt, type Sealed, seal, unseal } from './vault'

/** Who comes back a day later is better told that the server is away than shown yesterday's tables. */
const holdsMs = 12 * 60 * 60_000

type Entry = Sealed & { at: number }
export interface KeptAnswer<T> {
  data: T
  /** When the server said it. */
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
