import { write } from '../../api/client'
import { isApiError } from '../../api/errors'
import { uuid } from '../../api/uuid'
import { type Session, useSession } from '../../session/session'
import { useWrite } from '../../ui/useWrite'

/** Signs in; the session is stored before anything else happens. */
export function useLogin(onDone: (session: Session) => void) {
  return useWrite(
    async (given: { username: string; password: string; totp?: string }) => {
      const session = await write('POST', '/login', uuid(), { ...given, device_key: deviceKey() })
      await useSession.getState().signIn(session)
      return session
    },
    { onSuccess: onDone, onError: () => true },
  )
}

/** The password was right; the code of the second factor is missing, or was not the one. */
export const asksForCode = (error: Error | null) =>
  isApiError(error) && (error.code === 'totp_required' || error.code === 'wrong_totp')

const deviceSlot = 'comanda.device'

/** Returns the id that this browser is known by: an administrator may trust it as a till. */
function deviceKey(): string {
  const known = localStorage.getItem(deviceSlot)
  if (known) return known
  const made = uuid()
  localStorage.setItem(deviceSlot, made)
  return made
}

/** Asks whether the stored session still holds; a refusal signs out, no answer changes nothing. */
export async function verifySession(): Promise<void> {
  try {
    const { user } = await write('POST', '/verify-login', uuid(), {})
    await useSession.getState().update(user)
  } catch (error) {
    console.warn('The session could not be verified', error)
  }
}
