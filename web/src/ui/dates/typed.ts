/** Reads a typed day: "15/08/2026", "15-8-26", "15082026", "15/8" or "2026-08-15" → `2026-08-15`; null for what is no day. */
export function typedDay(text: string, today: string): string | null {
  const written = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts =
    /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/.exec(written) ??
    /^(\d{2})(\d{2})(\d{2}|\d{4})?$/.exec(written)
  if (!parts) return null
  const year = parts[3] ?? today.slice(0, 4)
  return dayOf(Number(year.length === 2 ? `20${year}` : year), Number(parts[2]), Number(parts[1]))
}

/** Returns null for a day that is not in the calendar, such as the 30th of February. */
function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  return at.toISOString().slice(0, 10)
}

export type Wrong = 'notADay' | 'tooEarly' | 'tooLate' | 'beforeToday' | 'afterToday'

/** Returns what is wrong with a typed day, or null; days compare as text. */
export function wrongWith(text: string, today: string, min?: string, max?: string): Wrong | null {
  if (text.trim() === '') return null
  const day = typedDay(text, today)
  if (!day) return 'notADay'
  if (min && day < min) return min === today ? 'beforeToday' : 'tooEarly'
  if (max && day > max) return max === today ? 'afterToday' : 'tooLate'
  return null
}
