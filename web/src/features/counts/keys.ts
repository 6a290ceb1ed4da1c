export const countKeys = {
  all: ['counts'] as const,
  list: (asked: unknown) => ['counts', 'list', asked] as const,
  /** As who counts sees it, and as who looks at the differences does. */
  counting: (id: number) => ['counts', 'counting', id] as const,
  review: (id: number) => ['counts', 'review', id] as const,
}
