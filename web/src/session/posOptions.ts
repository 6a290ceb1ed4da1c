import { may, type Permission } from './permissions'
import type { User } from './session'

/**
 * These are the other tasks at the point of sale, by their name in the address (`/pos-options?tab=…`), each with the permission
 * that it needs.
 */
export const posOptions = [
  { id: 'move-table', needs: 'move_tables' },
  { id: 'move-order', needs: 'move_tables' },
  { id: 'merge-tables', needs: 'move_tables' },
  { id: 'commands', needs: 'take_orders' },
  { id: 'to-collect', needs: 'collect' },
  { id: 'documents', needs: 'collect' },
  { id: 'refunds', needs: 'collect' },
  { id: 'drawer', needs: 'open_drawer' },
  { id: 'report', needs: 'collect' },
  { id: 'action-log', needs: 'see_action_log' },
] as const satisfies readonly { id: string; needs: Permission }[]

export type PosOption = (typeof posOptions)[number]['id']

/** Returns the other tasks that a user may open. */
export const posOptionsOf = (user: Pick<User, 'permissions'>) =>
  posOptions.filter((option) => may(user, option.needs))
