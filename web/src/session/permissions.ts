import type { User } from './session'

/** The server lets a role do these, with or without a PIN; they come with the profile, and the screens ask for these names. */
export type Permission =
  | 'see_floor'
  | 'take_orders'
  | 'others_tables'
  | 'move_tables'
  | 'collect'
  | 'send_documents'
  | 'own_cycle'
  | 'see_expected'
  | 'preparation'
  | 'see_kitchen'
  | 'sold_out'
  | 'edit_catalog'
  | 'record_waste'
  | 'record_production'
  | 'count_stock'
  | 'edit_tables'
  | 'edit_cashboxes'
  | 'edit_clients'
  | 'users'
  | 'settings'
  | 'printers'
  | 'see_action_log'
  | 'own_jobs'
  | 'open_drawer'
  | 'see_dashboard'
  | 'see_now'
  | 'see_reports'
  | 'reconcile'
  | 'accounting'
  | 'advanced_deletion'

type Permitted = Pick<User, 'permissions'>

/** Returns whether the server would let them. The server enforces it; this only hides dead ends. */
export const may = (user: Permitted, permission: Permission) => user.permissions.includes(permission)

/** Such a user's first screen is about their own work, not the company's. */
export const seesOwnOnly = (user: Permitted) => !may(user, 'see_reports')

/** Returns the path on which a user starts. */
export function landing(user: Permitted): string {
  if (may(user, 'edit_catalog')) return '/dashboard'
  if (may(user, 'see_floor')) return '/pos'
  return may(user, 'see_dashboard') ? '/dashboard' : '/monitor-production'
}

/** A screen needs any one of these permissions; a path without a line has that of its first segment, or is open to everybody. */
const needed: Record<string, Permission | readonly Permission[]> = {
  '/dashboard': 'see_now',
  '/products': 'edit_catalog',
  '/supplies': 'edit_catalog',
  '/toppings': 'edit_catalog',
  '/production-areas': 'edit_catalog',
  '/tables': 'edit_tables',
  '/printers': 'printers',
  '/cashboxes': 'edit_cashboxes',
  '/users': 'users',
  '/clients': 'edit_clients',
  '/providers': 'edit_catalog',
  '/purchase': ['edit_catalog', 'see_reports'],
  '/purchase/create': 'edit_catalog',
  '/purchase/from-xml': 'edit_catalog',
  '/cashbox-cycles': 'own_cycle',
  '/cash-monitor': 'own_cycle',
  '/cash-movements': 'own_cycle',
  '/receivables': ['collect', 'see_reports'],
  '/payment-method-report': 'see_reports',
  '/close-of-day': 'see_reports',
  '/cash-report': 'see_reports',
  '/cancellation-report': 'see_reports',
  '/purchase-report': 'see_reports',
  '/menu-engineering': 'see_reports',
  '/kitchen-times': 'see_reports',
  '/reports': 'see_reports',
  '/sales-total-report': 'see_reports',
  '/pos': 'see_floor',
  '/pos-options': 'take_orders',
  '/sold-out': 'sold_out',
  '/order': 'take_orders',
  '/payment': 'collect',
  '/monitor-production': 'see_kitchen',
  '/inventory': ['edit_catalog', 'record_waste', 'record_production'],
  '/inventory/counts': 'count_stock',
  '/inventory/stock': 'edit_catalog',
  '/inventory/to-buy': 'edit_catalog',
  '/inventory/kardex': 'edit_catalog',
  '/inventory/costs': 'edit_catalog',
  '/inventory/use': 'edit_catalog',
  '/global': 'settings',
  '/billing-config': 'settings',
  '/company-info': 'settings',
  '/configurations': 'settings',
  '/first-use': 'settings',
  '/advanced-options': 'advanced_deletion',
  '/payment-options': 'settings',
  '/documents': 'see_reports',
  '/daily-report': 'see_reports',
  '/accounting': 'accounting',
  '/accounting/dashboard': 'see_reports',
  '/mockup': 'edit_catalog',
}

export function mayOpen(user: Permitted & Pick<User, 'is_super_admin'>, path: string): boolean {
  const wanted = needed[path.replace(/\/+$/, '')] ?? needed[`/${path.split('/')[1] ?? ''}`]
  return user.is_super_admin || !wanted || [wanted].flat().some((each) => may(user, each))
}
