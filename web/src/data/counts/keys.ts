import { catalogKeys } from '../catalog/keys'

const all = catalogKeys.counts

export const countKeys = {
  all,
  list: (asked: unknown) => [...all, 'list', asked] as const,
  /** A count as the person who counts sees it, and as the one who reviews the differences does. */
  counting: (id: number) => [...all, 'counting', id] as const,
  review: (id: number) => [...all, 'review', id] as const,
}
