import { write } from '../../api/client'
import { isApiError } from '../../api/errors'
import { uuid } from '../../api/uuid'
import { type Session, useSession } from '../../session/session'
import { useWrite } from '../../ui/useWrite'
import { openSession } from './openSession'

/** Signs in; the session is stored before anything else happens. */
export const useLogin = (onDone: (session: Session) => void) =>
  useWrite(openSession, { onSuccess: onDone, onError: () => true })

/** The password was right; the code of the second factor is missing or wrong. */
export const asksForCode = (error: Error | null) =>
  isApiError(error) && (error.code === 'totp_required' || error.code === 'wrong_totp')

/** Asks whether the stored session is still valid; a refusal signs out, no answer changes nothing. */
export async function verifySession(): Promise<void> {
  try {
    const { user } = await write('POST', '/verify-login', uuid(), {})
    await useSession.getState().update(user)
  } catch (error) {
    console.warn('The session could not be verified', error)
  }
}
