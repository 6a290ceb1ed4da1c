import { write } from '../../api/client'
import { useWrite } from '../../api/useWrite'
import { uuid } from '../../api/uuid'
import { type Session, useSession } from './session'

/** Signs in; the session is stored before anything else happens. */
export function useLogin(onDone: (session: Session) => void) {
  return useWrite(
    async (given: { username: string; password: string }) => {
      const session = await write<Session>('POST', '/login', uuid(), given)
      await useSession.getState().signIn(session)
      return session
    },
    { onSuccess: onDone, onError: () => true },
  )
}

/** Asks whether the stored session still holds; a refusal signs out, no answer changes nothing. */
export async function verifySession(): Promise<void> {
  try {
    const { user } = await write<{ user: Session['user'] }>('POST', '/verify-login', uuid(), {})
    await useSession.getState().update(user)
  } catch (error) {
    console.warn('The session could not be verified', error)
  }
}
