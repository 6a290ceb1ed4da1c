import { write } from '../../api/client'
import { uuid } from '../../api/uuid'
import { type Session, useSession } from '../../session/session'

/** Opens a session on the server and stores it in this browser; `totp` is the code of the second factor. */
export async function openSession(given: {
  username: string
  password: string
  totp?: string
}): Promise<Session> {
  const session = await write('POST', '/login', uuid(), { ...given, device_key: deviceKey() })
  await useSession.getState().signIn(session)
  return session
}

const deviceSlot = 'comanda.device'

/** Returns the id that this browser is known by: an administrator may trust it as a till. */
function deviceKey(): string {
  const known = localStorage.getItem(deviceSlot)
  if (known) return known
  const made = uuid()
  localStorage.setItem(deviceSlot, made)
  return made
}
