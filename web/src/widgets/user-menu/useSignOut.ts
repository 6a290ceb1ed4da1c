import { send } from '../../api/client'
import { useSession } from '../../session/session'

/** Signs out at once; the server is told, but nobody waits for it. */
export function useSignOut() {
  return () => {
    void send('POST', '/logout', { body: {} }).catch(() => undefined)
    useSession.getState().signOut()
  }
}
