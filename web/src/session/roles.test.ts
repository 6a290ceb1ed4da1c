import { expect, it } from 'vitest'
import { landing, mayOpen } from './roles'

it.each([
  [1, '/dashboard'],
  [2, '/dashboard'],
  [3, '/pos'],
  [4, '/pos'],
  [5, '/monitor-production'],
  [6, '/dashboard'],
])('role %i starts at %s', (role_id, path) => expect(landing({ role_id })).toBe(path))

it.each([
  [4, '/payment/12', false],
  [3, '/payment/12', true],
  [5, '/pos', false],
  [6, '/printers', false],
  [6, '/documents', true],
  [3, '/documents', false],
  [6, '/daily-report', true],
  [4, '/profile', true],
])('role %i at %s: %s', (role_id, path, may) =>
  expect(mayOpen({ role_id, is_super_admin: false }, path)).toBe(may),
)

it('lets nobody start where they may not be', () => {
  for (const role_id of [1, 2, 3, 4, 5, 6]) {
    const user = { role_id, is_super_admin: false }
    expect(mayOpen(user, landing(user))).toBe(true)
  }
})
