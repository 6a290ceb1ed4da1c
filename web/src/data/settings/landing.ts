import { queryClient } from '../../api/query'
import { landing, may } from '../../session/permissions'
import { isHeldUp, type User } from '../../session/session'
import { firstUseQuery } from './queries'

/** Sign-in waits no longer than this for a guide that may not be needed. */
const patienceMs = 3000

/** Returns the path where a user starts after signing in: the administrator of a company without a sale is guided. */
export async function landingOf(user: User): Promise<string> {
  // The guard of any page redirects to the one thing to do first.
  if (isHeldUp(user) || !may(user, 'settings')) return landing(user)
  const late = new Promise<null>((done) => setTimeout(() => done(null), patienceMs))
  const guide = await Promise.race([queryClient.fetchQuery(firstUseQuery).catch(() => null), late])
  return guide?.is_new && !guide.finished ? '/first-use' : landing(user)
}
