import type { Landmark, PlanTable, SalonPlan, TableShape } from '../../../api/model'

/** A place and size, in the units of the room. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

export type TableSpot = Place & { shape: TableShape; seats: number }

/** The changes to a room that are not saved yet. */
export interface RoomDraft {
  moved: Record<number, TableSpot>
  /** They are null while unchanged. */
  landmarks: Landmark[] | null
}

export interface History {
  past: RoomDraft[]
  now: RoomDraft
  future: RoomDraft[]
}

export const emptyHistory: History = { past: [], now: { moved: {}, landmarks: null }, future: [] }

const longest = 100

export const recordChange = (history: History, now: RoomDraft): History => ({
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

export const isTouched = (draft: RoomDraft) => Object.keys(draft.moved).length > 0 || draft.landmarks !== null

/** Returns the tables as they stand in the draft. */
export const arrangedTables = (plan: SalonPlan, draft: RoomDraft): PlanTable[] =>
  plan.tables.map((table) => asCircle({ ...table, ...draft.moved[table.id] }))

/** Returns a round table as a circle, in the middle of its stored oval. */
export function asCircle<S extends Place & { shape: TableShape }>(spot: S): S {
  if (spot.shape !== 'ROUND' || spot.width === spot.height) return spot
  const side = Math.min(spot.width, spot.height)
  return {
    ...spot,
    x: spot.x + Math.floor((spot.width - side) / 2),
    y: spot.y + Math.floor((spot.height - side) / 2),
    width: side,
    height: side,
  }
}

export const landmarksOf = (plan: SalonPlan, draft: RoomDraft): Landmark[] =>
  draft.landmarks ?? plan.landmarks ?? []

export const spotOf = (table: TableSpot): TableSpot => ({
  x: table.x,
  y: table.y,
  width: table.width,
  height: table.height,
  shape: table.shape,
  seats: table.seats,
})

const between = (value: number, least: number, most: number) =>
  Math.round(Math.min(Math.max(value, least), Math.max(least, most)))

/** Moves a place so that it lies inside its room. */
export const moveInsideRoom = <P extends Place>(place: P, room: { width: number; height: number }): P => ({
  ...place,
  x: between(place.x, 0, room.width - place.width),
  y: between(place.y, 0, room.height - place.height),
})

export interface Guides {
  x: number | null
  y: number | null
}

/** The free room along one axis, and where it is drawn on the other. */
export interface Gap {
  axis: Axis
  from: number
  to: number
  across: number
}

type Axis = 'x' | 'y'

interface Surroundings {
  /** Guides are drawn at the edges and middles of these. */
  align: Place[]
  /** Distances are shown to these, besides the walls. */
  around: Place[]
  room: { width: number; height: number }
}

export interface Snapped {
  place: Place
  guides: Guides
  gaps: Gap[]
}

const near = 8

/**
 * Aligns what is dragged with the edges and middles of the others, where they are near, and measures its distance to what is next
 * to it.
 */
export function snap(place: Place, { align, around, room }: Surroundings): Snapped {
  const x = nearest(
    lines(place.x, place.width),
    align.flatMap((other) => lines(other.x, other.width)),
  )
  const y = nearest(
    lines(place.y, place.height),
    align.flatMap((other) => lines(other.y, other.height)),
  )
  const drawn = { ...place, x: place.x + (x?.by ?? 0), y: place.y + (y?.by ?? 0) }
  const at = moveInsideRoom(drawn, room)
  const axes: Axis[] = ['x', 'y']
  return {
    place: at,
    // A wall that stopped it has taken it off its line.
    guides: {
      x: x && Math.abs(at.x - drawn.x) < 1 ? x.at : null,
      y: y && Math.abs(at.y - drawn.y) < 1 ? y.at : null,
    },
    gaps: axes.flatMap((axis) => gapOf(at, around, room, axis) ?? []),
  }
}

const span = (place: Place, axis: Axis): [number, number] =>
  axis === 'x' ? [place.x, place.x + place.width] : [place.y, place.y + place.height]

/**
 * Returns the smaller of the free rooms at both sides, up to a wall or what is beside it; what it stands on, such as a bar, is no
 * side.
 */
function gapOf(place: Place, around: Place[], room: Surroundings['room'], axis: Axis): Gap | null {
  const [start, end] = span(place, axis)
  const [low, high] = span(place, axis === 'x' ? 'y' : 'x')
  const middle = (low + high) / 2
  const found: Gap[] = [
    { axis, from: 0, to: start, across: middle },
    { axis, from: end, to: axis === 'x' ? room.width : room.height, across: middle },
  ]
  for (const other of around) {
    const [first, last] = span(other, axis)
    const [top, bottom] = span(other, axis === 'x' ? 'y' : 'x')
    if (bottom <= low || top >= high) continue
    if (last > start && first < end) continue
    const across = (Math.max(low, top) + Math.min(high, bottom)) / 2
    found.push(
      last <= start ? { axis, from: last, to: start, across } : { axis, from: end, to: first, across },
    )
  }
  const free = found.filter((gap) => gap.to > gap.from)
  return free.length > 0
    ? free.reduce((best, gap) => (gap.to - gap.from < best.to - best.from ? gap : best))
    : null
}

/** Middles come first: where all three fit, the guide shows between the tables. */
const lines = (start: number, length: number) => [start + length / 2, start, start + length]

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

/** Returns the tables that lie on others, where nobody could tap them. */
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

/** Returns the first number that no table has yet. */
export function nextName(tables: { name: string }[]): string {
  const taken = new Set(tables.map((table) => table.name.trim()))
  for (let number = 1; ; number++) if (!taken.has(String(number))) return String(number)
}
