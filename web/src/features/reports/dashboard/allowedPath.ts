import { mayOpen } from '../../../session/permissions'
import { posOptionsOf } from '../../../session/posOptions'
import type { User } from '../../../session/session'

/** Returns the address, where this user may go there. */
export function allowedPath(user: User, path: string): string | undefined {
  const tab = /^\/pos-options\?tab=(.+)$/.exec(path)?.[1]
  if (tab && !posOptionsOf(user).some((each) => each.id === tab)) return undefined
  return mayOpen(user, path.split('?')[0] ?? path) ? path : undefined
}
