/** These pure functions read an account's lines. */
import type { Account, Line } from '../../api/model'
import { centimos, inSmallLetters } from '../../ui/format'

/** A line belongs to the kitchen as soon as a command has taken it there. */
export const isSent = (line: Pick<Line, 'command_id'>) => line.command_id != null

export const linesTotal = (lines: Line[]) => lines.reduce((sum, line) => sum + centimos(line.total), 0)

/** Counts the dishes of lines; a combo counts by its parts that an area makes. */
export const piecesOf = (lines: Line[]) =>
  lines.reduce((sum, line) => {
    const parts = line.combo_has_product.filter((part) => part.production_area_id != null)
    const each = parts.reduce((count, part) => count + Number(part.quantity), 0)
    return sum + (each || 1) * Number(line.qty)
  }, 0)

export interface AreaCount {
  id: number
  name: string
  pieces: number
}

/** Counts the dishes for each area; combos count by their parts. */
export function areaCounts(lines: Line[]): AreaCount[] {
  const counts = new Map<number, AreaCount>()
  const count = (id: number | null | undefined, name: string | null | undefined, pieces: number) => {
    if (id == null || !name) return
    const known = counts.get(id)
    counts.set(id, { id, name: inSmallLetters(name), pieces: (known?.pieces ?? 0) + pieces })
  }
  for (const line of lines) {
    for (const part of line.combo_has_product) {
      count(part.production_area_id, part.production_area, Number(part.quantity) * Number(line.qty))
    }
    if (line.combo_has_product.length === 0) {
      count(line.production_area_id, line.production_area, Number(line.qty))
    }
  }
  return [...counts.values()]
}

/** Returns whether "3 Cocina · 2 Bar" has at most so many letters; a single area is always named. */
export const fitsIn = (areas: AreaCount[], letters: number) =>
  areas.length < 2 || areas.map((area) => `${area.pieces} ${area.name}`).join(' · ').length <= letters

/** Groups the sent lines by the command that took them to the kitchen, the latest first. */
export function commandsOf(request: Account) {
  const sent = request.lines.filter(isSent)
  return [...request.commands]
    .sort((a, b) => b.id - a.id)
    .map((command) => ({ command, lines: sent.filter((line) => line.command_id === command.id) }))
    .filter((group) => group.lines.length > 0)
}

/** Returns the lines that are live and unpaid, which can still be taken back. */
export const dismissable = (line: Line) =>
  isSent(line) && line.status !== 'DISMISSED' && Number(line.qty_paid) < Number(line.qty)

/** Returns the floor's next step with a dish that is ready: it is served, or a delivery is sent off first. */
export function nextStep(
  line: Line,
  type: Account['type'],
  may: { dispatch: boolean },
): Line['status'] | null {
  if (line.status === 'DISPATCHED') return 'DELIVERED'
  if (line.status !== 'PREPARED') return null
  if (type !== 'DELIVERY') return 'DELIVERED'
  return may.dispatch ? 'DISPATCHED' : null
}

const undoMs = 10 * 60_000

/** Returns the state to go back to: 'delivered' can be undone for ten minutes. */
export function undoStep(line: Line, type: Account['type'], now: number): Line['status'] | null {
  if (line.status !== 'DELIVERED' || !line.status_changed_at) return null
  if (now - new Date(line.status_changed_at).getTime() > undoMs) return null
  return type === 'DELIVERY' ? 'DISPATCHED' : 'PREPARED'
}
