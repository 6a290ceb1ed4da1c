import type { User } from './session'

/** Roles as the server numbers them. */
export const Role = { admin: 1, supervisor: 2, cashier: 3, waiter: 4, kitchen: 5, accountant: 6 } as const

/** Where a person starts. */
export function landing(user: Pick<User, 'role_id'>): string {
  if (user.role_id === Role.kitchen) return '/monitor-production'
  if (user.role_id === Role.cashier || user.role_id === Role.waiter) return '/pos'
  return '/dashboard'
}

const { admin, supervisor, cashier, waiter, kitchen, accountant } = Role

/** Which roles may open a screen. The server enforces what they may do; this only hides dead ends. */
const allowed: Record<string, readonly number[]> = {
  '/dashboard': [admin, supervisor, cashier, waiter, accountant],
  '/products': [admin, supervisor],
  '/supplies': [admin, supervisor],
  '/toppings': [admin, supervisor],
  '/production-areas': [admin, supervisor],
  '/tables': [admin, supervisor],
  '/printers': [admin, supervisor],
  '/cashboxes': [admin, supervisor],
  '/users': [admin],
  '/clients': [admin, supervisor, cashier],
  '/providers': [admin, supervisor],
  '/purchase': [admin, supervisor],
  '/cashbox-cycles': [admin, supervisor, cashier],
  '/cash-monitor': [admin, supervisor, cashier],
  '/cash-movements': [admin, supervisor, cashier],
  '/payment-method-report': [admin, supervisor, accountant],
  '/cash-report': [admin, supervisor, accountant],
  '/cancellation-report': [admin, supervisor, accountant],
  '/purchase-report': [admin, supervisor, accountant],
  '/sales-total-report': [admin, supervisor, accountant],
  '/pos': [admin, supervisor, cashier, waiter],
  '/pos-options': [admin, supervisor, cashier, waiter],
  '/sold-out': [admin, supervisor, cashier, kitchen],
  '/order': [admin, supervisor, cashier, waiter],
  '/payment': [admin, supervisor, cashier],
  '/monitor-production': [admin, supervisor, cashier, kitchen],
  '/inventory': [admin, supervisor],
  '/global': [admin],
  '/billing-config': [admin],
  '/company-info': [admin],
  '/configurations': [admin],
  '/first-use': [admin],
  '/advanced-options': [admin],
  '/payment-options': [admin],
  '/documents': [admin, supervisor, accountant],
  '/daily-report': [admin, supervisor, accountant],
  '/accounting': [admin, accountant],
  '/accounting/dashboard': [admin, supervisor, accountant],
  '/mockup': [admin, supervisor],
}

export function mayOpen(user: Pick<User, 'role_id' | 'is_super_admin'>, path: string): boolean {
  const [, first = '', second = ''] = path.split('/')
  const roles = allowed[`/${first}/${second}`] ?? allowed[`/${first}`]
  return user.is_super_admin || !roles || roles.includes(user.role_id)
}

/** Waiters say that something reached the table; that it left the house, others do. */
export const mayDispatch = (user: Pick<User, 'role_id'>) =>
  ([admin, supervisor, cashier] as number[]).includes(user.role_id)

/** Cashiers and those above them take money; waiters and the kitchen do not. */
export const mayCollect = (user: Pick<User, 'role_id'>) =>
  ([admin, supervisor, cashier] as number[]).includes(user.role_id)
