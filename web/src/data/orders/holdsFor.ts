/** Fetches the menu once more when a schedule begins or ends; a clock that is ahead of the server's asks again until it does. */
const askAgainMs = 5000
const longestTimerMs = 24 * 3600 * 1000

/** Returns how long the menu is valid, in ms; false means until an event says otherwise. */
export function holdsFor(changesAt: string | null | undefined, now: number): number | false {
  if (!changesAt) return false
  const left = Date.parse(changesAt) - now
  return left > 0 ? Math.min(left + 100, longestTimerMs) : askAgainMs
}
