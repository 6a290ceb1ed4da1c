/** These pure functions count a cash box blind. No expected amount is known here before the count is sent. */
import { decimalText } from '../../i18n/region'
import { centimos, decimal } from '../../ui/format'

/** One field of a cash count: a denomination (pieces) or another method (an amount). */
export type Slot = { kind: 'denomination'; value: string } | { kind: 'method'; name: string }

/** The text typed for each slot; a missing entry is "por contar", which is not zero. */
export type Counts = Record<string, string>

export const slotKey = (slot: Slot) => (slot.kind === 'denomination' ? `d:${slot.value}` : `m:${slot.name}`)

export const isNote = (denomination: string) => centimos(denomination) >= 1000

/** Formats a value: "200.00" → "200"; "0.50" stays. */
export const plainValue = (value: string) =>
  centimos(value) >= 100 ? String(centimos(value) / 100) : decimalText(value)

/** Returns pieces times value, in céntimos. */
export const subtotal = (denomination: string, counts: Counts) =>
  centimos(denomination) * Number(counts[`d:${denomination}`] || 0)

export const cashTotal = (denominations: string[], counts: Counts) =>
  denominations.reduce((sum, each) => sum + subtotal(each, counts), 0)

export const methodTotal = (name: string, counts: Counts) => centimos(counts[`m:${name}`])

/** Returns the slots that nobody has counted yet; the first one is asked for before finishing. */
export const uncounted = (slots: Slot[], counts: Counts) =>
  slots.filter((slot) => counts[slotKey(slot)] === undefined)

export interface CountBody {
  denominations: Record<string, string>
  counted: Record<string, string>
}

export function countBody(denominations: string[], methods: string[], counts: Counts): CountBody {
  return {
    denominations: Object.fromEntries(
      denominations.map((each) => [each, String(Number(counts[`d:${each}`] || 0))]),
    ),
    counted: Object.fromEntries(methods.map((name) => [name, decimal(methodTotal(name, counts))])),
  }
}

/** Returns the method with the largest difference, for the one large figure; null where everything agrees. */
export function worstDifference(
  differences: Record<string, string>,
): { name: string; centimos: number } | null {
  return Object.entries(differences)
    .map(([name, text]) => ({ name, centimos: centimos(text) }))
    .reduce<{ name: string; centimos: number } | null>(
      (worst, each) => (Math.abs(each.centimos) > Math.abs(worst?.centimos ?? 0) ? each : worst),
      null,
    )
}

/** Returns what misses and what is too much, each beyond the tolerance: one does not make up for the other. */
export function beyondTolerance(differences: Record<string, string>, tolerance: number) {
  const beyond = Object.entries(differences)
    .map(([name, text]) => ({ name, centimos: centimos(text) }))
    .filter((each) => Math.abs(each.centimos) > tolerance)
  return {
    missing: beyond.filter((each) => each.centimos < 0),
    extra: beyond.filter((each) => each.centimos > 0),
  }
}

/** True when each method alone is within the tolerance: a surplus of Yape does not make up for missing cash. */
export const isWithin = (differences: Record<string, string>, tolerance: number) =>
  Object.values(differences).every((text) => Math.abs(centimos(text)) <= tolerance)

/** Returns how far the scale reaches to either side, in whole soles: three tolerances, or as far as the difference asks for. */
export const scaleReach = (difference: number, tolerance: number) =>
  Math.ceil(Math.max(tolerance * 3, Math.abs(difference) * 1.1, 100) / 100) * 100

/** Returns where a difference stands on the scale, in percent. */
export const scalePosition = (difference: number, reach: number) => 50 + (difference / reach) * 50
