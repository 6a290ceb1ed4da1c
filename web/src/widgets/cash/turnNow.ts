/**
 * Guesses the current shift from when the last cycles of each began and ended, and from its name: shifts themselves have no
 * hours. Pure.
 */
import type { Cycle } from '../../api/model'
import { clock } from '../../ui/format'

const dayMinutes = 1440
/** A cash box is opened some time before its shift begins. */
const early = 45

type Turn = { id: number; name: string }
type Past = Pick<Cycle, 'turn_id' | 'opened_at' | 'closed_at'>

function minuteOf(at: string | number) {
  const [hours = 0, minutes = 0] = clock(at).split(':').map(Number)
  return hours * 60 + minutes
}

/** The words of a shift's name that say its hours, each with the hour at which that part of the day begins. */
const parts: [RegExp, number][] = [
  [/ma[ñn]ana|desayuno/i, 5],
  [/tarde|almuerzo/i, 12],
  [/noche|cena/i, 18],
]

/** Returns the shift whose name is that part of the day. */
function namedFor(turns: Turn[], now: number): number | undefined {
  const hour = minuteOf(now) / 60
  const part = parts.findLast(([, from]) => hour >= from) ?? parts.at(-1)
  const named = turns.filter((turn) => part?.[0].test(turn.name))
  return named.length === 1 ? named[0]?.id : undefined
}

const between = (from: number, to: number) => (to - from + dayMinutes) % dayMinutes

/* Returns how many minutes a time of the day lies outside of a cycle's hours. */
function distance(cycle: Past, now: number) {
  const minute = minuteOf(now)
  const begin = minuteOf(cycle.opened_at) - early
  const end = minuteOf(cycle.closed_at ?? now)
  const inside = between(begin, minute) <= between(begin, end)
  return inside ? 0 : Math.min(between(minute, begin), between(end, minute))
}

/**
 * Returns the shift of most cycles at this time of the day, of equally many the latest one; where none ran at this time, the one
 * whose name fits, else the nearest one.
 */
export function turnNow(turns: Turn[], cycles: Past[], now: number): number | undefined {
  if (turns.length === 1) return turns[0]?.id
  const known = cycles
    .filter((cycle) => turns.some((turn) => turn.id === cycle.turn_id))
    .toSorted((one, other) => Date.parse(other.opened_at) - Date.parse(one.opened_at))
    .map((cycle) => ({ turn: cycle.turn_id, distance: distance(cycle, now) }))
  const nearest = Math.min(...known.map((each) => each.distance))
  const fitting = nearest > 0 ? namedFor(turns, now) : undefined
  if (fitting !== undefined) return fitting
  const near = known.filter((each) => each.distance === nearest).map((each) => each.turn)
  const count = (turn: number) => near.filter((each) => each === turn).length
  return near.toSorted((one, other) => count(other) - count(one))[0]
}
