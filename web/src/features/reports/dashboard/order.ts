/** In which order the cards of the house are read; pure. */
import type { Now } from '../../../api/model'

export type HouseCard = 'lastDay' | 'sold' | 'states' | 'cashboxes' | 'goal' | 'attention' | 'room'

interface Orders {
  main: readonly HouseCard[]
  side: readonly HouseCard[]
  /** In one column: what needs somebody comes before what only says how it is. */
  stacked: readonly HouseCard[]
}

const side: readonly HouseCard[] = ['goal', 'attention', 'room']

/** In the morning the day before and the month come first, and what is still empty last. */
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

/** Where work stands still or money is missing, that comes before anything else: below the fold nobody would see it. */
export function urgentFirst(cards: readonly HouseCard[], notices: Now['attention']): readonly HouseCard[] {
  if (!notices.some((notice) => notice.level === 'BAD')) return cards
  return ['attention', ...cards.filter((card) => card !== 'attention')]
}
