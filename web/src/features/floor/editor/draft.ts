import type { Landmark, PlanTable, SalonPlan } from '../../../api/model'

/** Where something stands and how large it is, in the units of the room. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

export type Spot = Place & { shape: string; seats: number }

/** What was rearranged and not yet saved. */
export interface Draft {
  moved: Record<number, Spot>
  /** Absent: as they were. */
  landmarks: Landmark[] | null
}

export interface History {
  past: Draft[]
  now: Draft
  future: Draft[]
}

export const untouched: History = { past: [], now: { moved: {}, landmarks: null }, future: [] }

const longest = 100

export const changed = (history: History, now: Draft): History => ({
  past: [...history.past.slice(-longest), history.now],
  now,
  future: [],
})

export function undo({ past, now, future }: History): History {
  const before = past.at(-1)
  return before ? { past: past.slice(0, -1), now: before, future: [now, ...future] } : { past, now, future }
}

export function redo({ past, now, future }: History): History {
  const [next, ...rest] = future
  return next ? { past: [...past, now], now: next, future: rest } : { past, now, future }
}

export const isTouched = (draft: Draft) => Object.keys(draft.moved).length > 0 || draft.landmarks !== null

/** The tables as they stand in the draft. */
export const arranged = (plan: SalonPlan, draft: Draft): PlanTable[] =>
  plan.tables.map((table) => ({ ...table, ...draft.moved[table.id] }))

export const landmarksOf = (plan: SalonPlan, draft: Draft): Landmark[] =>
  draft.landmarks ?? plan.landmarks ?? []

export const spotOf = (table: Spot): Spot => ({
  x: table.x,
  y: table.y,
  width: table.width,
  height: table.height,
  shape: table.shape,
  seats: table.seats,
})

const between = (value: number, least: number, most: number) =>
  Math.round(Math.min(Math.max(value, least), Math.max(least, most)))

/** Keeps it inside its room. */
export const inside = <P extends Place>(place: P, room: { width: number; height: number }): P => ({
  ...place,
  x: between(place.x, 0, room.width - place.width),
  y: between(place.y, 0, room.height - place.height),
})

export interface Guides {
  x: number | null
  y: number | null
}

const near = 8

/** Draws what is dragged to the edges and middles of the others, where they are near. */
export function snap(place: Place, others: Place[]): { place: Place; guides: Guides } {
  const x = nearest(
    lines(place.x, place.width),
    others.flatMap((other) => lines(other.x, other.width)),
  )
  const y = nearest(
    lines(place.y, place.height),
    others.flatMap((other) => lines(other.y, other.height)),
  )
  return {
    place: { ...place, x: place.x + (x?.by ?? 0), y: place.y + (y?.by ?? 0) },
    guides: { x: x?.at ?? null, y: y?.at ?? null },
  }
}

const lines = (start: number, length: number) => [start, start + length / 2, start + length]

function nearest(own: number[], others: number[]): { by: number; at: number } | null {
  let best: { by: number; at: number } | null = null
  for (const line of own) {
    for (const at of others) {
      const by = at - line
      if (Math.abs(by) <= near && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at }
    }
  }
  return best
}

/** Which tables stand on others: nobody could tap them. */
export function overlapping(tables: PlanTable[]): Set<number> {
  const found = new Set<number>()
  const active = tables.filter((table) => table.status === 'ACTIVE')
  for (const [index, one] of active.entries()) {
    for (const two of active.slice(index + 1)) {
      if (overlap(one, two)) found.add(one.id).add(two.id)
    }
  }
  return found
}

const overlap = (a: Place, b: Place) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** The first number that no table has yet. */
export function nextName(tables: { name: string }[]): string {
  const taken = new Set(tables.map((table) => table.name.trim()))
  for (let number = 1; ; number++) if (!taken.has(String(number))) return String(number)
}
