/** It holds the order of the panel's cards. Pure. */
import type { Now } from '../../../api/model'

export type DashboardCard = 'lastDay' | 'sold' | 'states' | 'cashboxes' | 'goal' | 'attention' | 'room'

interface Orders {
  main: readonly DashboardCard[]
  side: readonly DashboardCard[]
  /** The order in one column: cards that need somebody come before those that only inform. */
  stacked: readonly DashboardCard[]
}

const side: readonly DashboardCard[] = ['goal', 'attention', 'room']

/** In the morning the day before and the month come first, and cards that are still empty last. */
export const ordersOf: Record<'morning' | 'day', Orders> = {
  morning: {
    main: ['lastDay', 'sold', 'states', 'cashboxes'],
    side,
    stacked: ['lastDay', 'goal', 'attention', 'sold', 'states', 'room', 'cashboxes'],
  },
  day: {
    main: ['sold', 'states', 'lastDay', 'cashboxes'],
    side,
    stacked: ['sold', 'states', 'attention', 'lastDay', 'goal', 'room', 'cashboxes'],
  },
}

/** Puts the alerts first when one of them is bad, such as work that stands still: below the fold nobody would see it. */
export function urgentFirst(
  cards: readonly DashboardCard[],
  notices: Now['attention'],
): readonly DashboardCard[] {
  if (!notices.some((notice) => notice.level === 'BAD')) return cards
  return ['attention', ...cards.filter((card) => card !== 'attention')]
}
