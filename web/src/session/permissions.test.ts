import { expect, it } from 'vitest'
import { landing, mayOpen, type Permission } from './permissions'

const everyday: Permission[] = ['see_floor', 'take_orders', 'move_tables', 'see_dashboard', 'see_now']
const till: Permission[] = [...everyday, 'collect', 'own_cycle', 'see_kitchen', 'sold_out', 'edit_clients']
const people: Record<string, Permission[]> = {
  admin: [...till, 'edit_catalog', 'see_reports', 'printers', 'settings', 'users', 'accounting'],
  supervisor: [...till, 'edit_catalog', 'see_reports', 'printers'],
  cashier: till,
  waiter: everyday,
  kitchen: ['see_kitchen', 'preparation', 'sold_out', 'see_now'],
  accountant: ['see_dashboard', 'see_now', 'see_reports', 'accounting'],
}
const person = (name: string) => ({ permissions: people[name] ?? [], is_super_admin: false })

it.each([
  ['admin', '/dashboard'],
  ['supervisor', '/dashboard'],
  ['cashier', '/pos'],
  ['waiter', '/pos'],
  ['kitchen', '/monitor-production'],
  ['accountant', '/dashboard'],
])('%s starts at %s', (name, path) => {
  expect(landing(person(name))).toBe(path)
  expect(mayOpen(person(name), path)).toBe(true)
})

it.each([
  ['waiter', '/payment/12', false],
  ['cashier', '/payment/12', true],
  ['kitchen', '/pos', false],
  ['kitchen', '/dashboard', true],
  ['accountant', '/printers', false],
  ['accountant', '/documents', true],
  ['cashier', '/documents', false],
  ['accountant', '/purchase', true],
  ['accountant', '/purchase/detail/3', true],
  ['accountant', '/purchase/create', false],
  ['supervisor', '/purchase/create', true],
  ['accountant', '/purchase/from-xml', false],
  ['cashier', '/purchase', false],
  ['supervisor', '/users', false],
  ['accountant', '/accounting', true],
  ['supervisor', '/accounting', false],
  ['supervisor', '/accounting/dashboard', true],
  ['waiter', '/profile', true],
])('%s at %s: %s', (name, path, may) => expect(mayOpen(person(name), path)).toBe(may))
