import { mayOpen } from '../../../session/permissions'
import type { User } from '../../../session/session'
import { tabsOf } from '../../orders/options/tabs'

/** The address, where this person may go there. */
export function wayTo(user: User, path: string): string | undefined {
  const tab = /^\/pos-options\?tab=(.+)$/.exec(path)?.[1]
  if (tab && !tabsOf(user).some((each) => each.id === tab)) return undefined
  return mayOpen(user, path.split('?')[0] ?? path) ? path : undefined
}
