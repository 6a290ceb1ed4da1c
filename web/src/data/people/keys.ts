export const peopleKeys = {
  users: ['users'] as const,
  waiters: ['users', 'waiters'] as const,
  sessions: ['users', 'sessions'] as const,
  sessionsOf: (user: number) => [...peopleKeys.sessions, user] as const,
  roles: ['roles'] as const,
  pinLocks: ['pin-locks'] as const,
  totpRoles: ['totp-roles'] as const,
  smtp: ['smtp'] as const,
  recovery: ['recovery'] as const,
  /** The keys of the signed-in user's own data. */
  own: ['profile'] as const,
  ownSessions: ['profile', 'sessions'] as const,
  ownTotp: ['profile', 'totp'] as const,
}
