/** These pure functions say what the wall shows of courses that wait, and how much of each dish is coming. */
import type { HeldCourse, KitchenCard, KitchenFeed } from '../../../api/model'
import { type AgedCard, cardKey, isUnprepared } from '../wall'

export interface HeldAccount {
  key: string
  label: string
  courses: HeldCourse[]
}

export interface HeldWall {
  /** The courses that wait at all, with lines of the area. */
  courses: HeldCourse[]
  /** By the last card of an account that has one. */
  below: Map<string, HeldCourse[]>
  /** The accounts that have nothing on the fire. */
  alone: HeldAccount[]
}

/** Returns what waits, as one area sees it: below the last card of its account, else by itself. */
export function heldOf(feed: KitchenFeed, area: number | null, aged: AgedCard[]): HeldWall {
  const courses = feed.held
    .map((course) => ({
      ...course,
      lines: course.lines.filter((line) => area === null || line.area_id === area),
    }))
    .filter(({ lines }) => lines.length > 0)
  const last = new Map(aged.map(({ card }) => [card.client_request_id, cardKey(card)]))
  const below = new Map<string, HeldCourse[]>()
  const alone = new Map<number, HeldAccount>()
  for (const course of courses) {
    const { client_request_id: id, label } = course
    const card = last.get(id)
    if (card) below.set(card, [...(below.get(card) ?? []), course])
    else alone.set(id, { key: `held ${id}`, label, courses: [...(alone.get(id)?.courses ?? []), course] })
  }
  return { courses, below, alone: [...alone.values()] }
}

export interface DishAhead {
  name: string
  pending: number
  coming: number
}

/** Returns the dishes still to make and those that wait, the most urgent first. */
export function dishesAhead(cards: readonly KitchenCard[], held: readonly HeldCourse[]): DishAhead[] {
  const dishes = new Map<string, DishAhead>()
  const dishOf = (name: string) => {
    const dish = dishes.get(name) ?? { name, pending: 0, coming: 0 }
    dishes.set(name, dish)
    return dish
  }
  for (const line of cards.flatMap(({ lines }) => lines).filter(isUnprepared)) {
    dishOf(line.name).pending += Number(line.quantity)
  }
  for (const line of held.flatMap(({ lines }) => lines)) dishOf(line.name).coming += Number(line.quantity)
  return [...dishes.values()].sort(
    (a, b) => b.pending - a.pending || b.coming - a.coming || a.name.localeCompare(b.name, 'es'),
  )
}
