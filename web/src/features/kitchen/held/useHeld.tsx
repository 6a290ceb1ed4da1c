import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { KitchenCard, KitchenFeed } from '../../../api/model'
import type { AgedCard } from '../wall'

/** Returns what the wall shows of courses that wait; its code loads with the first one, and without courses there is nothing. */
export function useHeld(feed: KitchenFeed, area: number | null, aged: AgedCard[]) {
  const [parts, setParts] = useState<typeof import('./parts') | null>(null)
  // A server from before courses says nothing of them.
  const isNeeded = !!feed.held?.length || feed.cards.some(({ course }) => course)
  useEffect(() => {
    if (isNeeded) import('./parts').then(setParts, () => undefined)
  }, [isNeeded])
  const shown = isNeeded ? parts : null
  const wall = useMemo(() => shown?.heldOf(feed, area, aged), [shown, feed, area, aged])
  return {
    /** The keys of the accounts without a card, for their places. */
    keys: wall?.alone.map(({ key }) => [key]) ?? [],
    count: shown && wall ? <shown.HeldCount wall={wall} /> : null,
    note: shown ? <shown.FireNote /> : null,
    /** The dishes of now beside those that come; folded, with what stands above them, where the wall is narrow. */
    rail: (cards: KitchenCard[], above?: ReactNode) =>
      shown && wall ? <shown.DishesAhead {...{ wall, cards, above }} /> : null,
    below: (card: KitchenCard, locked: boolean) =>
      shown && wall ? <shown.HeldBelow wall={wall} card={card} locked={locked} /> : null,
    cards: (locked: boolean, before: number, spotOf: (index: number) => CSSProperties | undefined) =>
      shown && wall ? <shown.HeldCards {...{ wall, locked, before, spotOf }} /> : null,
  }
}
