/** These functions turn instants into a zone's local times, and back: days are `2026-11-21`, times `20:30`. */

export interface Local {
  date: string
  time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, made)
  return made
}

/** Returns the local date and time of a zone at that instant (ms since 1970). */
export function localIn(zone: string, at: number): Local {
  const parts = formatOf(zone).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { date: `${of('year')}-${of('month')}-${of('day')}`, time: `${of('hour')}:${of('minute')}` }
}

/**
 * Returns the instant of a zone's local time: the first one of an hour that clocks show twice, the hour after of one that they
 * skip.
 */
export const instantIn = (zone: string, local: Local) => Math.min(...instantsIn(zone, local))

/** Returns all instants of a local time: both, of an hour that clocks show twice. */
export function instantsIn(zone: string, { date, time }: Local): number[] {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const behind = (at: number) => wallOf(zone, at) - at
  // It looks a day before and a day after, whatever change of the clocks lies between.
  const offsets = [behind(wall - dayMs), behind(wall + dayMs)]
  const exact = offsets.map((offset) => wall - offset).filter((at) => wallOf(zone, at) === wall)
  return exact.length > 0 ? exact : [wall - Math.min(...offsets)]
}

const dayMs = 86_400_000

const wallOf = (zone: string, at: number) => {
  const { date, time } = localIn(zone, at)
  return Date.parse(`${date}T${time}:00Z`) + (at % 60_000)
}

/** Returns the business day of a time, where a day begins at `start`: after midnight the evening goes on. */
export function businessDayIn(zone: string, start: string, at: number): string {
  const { date, time } = localIn(zone, at)
  return time < start ? plusDays(date, -1) : date
}

/** Returns a day so many days later, or earlier. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
