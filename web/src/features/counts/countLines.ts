import type { StockCount, StockCountLine } from '../../api/model'
import { searchKey } from '../../ui/format'
import type { PendingCount } from './outbox'

/** A line with the typed value that is being sent. */
export interface ShownCountLine extends StockCountLine {
  /** The quantity as typed; empty when nobody counted it, or it is to be counted once more. */
  typed: string
  unit: number
  sending: boolean
}

/**
 * Returns the lines of a sheet that can be counted now: all of an open one; of one in review only those to be counted once more.
 */
export function shownLines(count: StockCount, pending: readonly PendingCount[]): ShownCountLine[] {
  const own = new Map(pending.filter((each) => each.countId === count.id).map((each) => [each.lineId, each]))
  const lines = count.lines.map((line) => {
    const mine = own.get(line.id)
    return {
      ...line,
      typed: mine?.quantity ?? line.entered?.quantity ?? '',
      unit: mine?.measurementId ?? line.entered?.measurement_id ?? line.measurement_id,
      sending: mine !== undefined,
    }
  })
  return count.status === 'REVIEW' ? lines.filter((line) => line.recount) : lines
}

const isLeft = (line: ShownCountLine) => line.typed === ''

export const leftOf = (lines: readonly ShownCountLine[]) => lines.filter(isLeft).length

/** Returns the next line that is not counted, after this one and around; null where none is left. */
export function nextLine(lines: readonly ShownCountLine[], after: number | null): ShownCountLine | null {
  const at = lines.findIndex((line) => line.id === after)
  const around = [...lines.slice(at + 1), ...lines.slice(0, at + 1)]
  return around.find((line) => isLeft(line) && line.id !== after) ?? null
}

/** Returns the line of a code that was scanned or typed. */
export function lineOfCode(lines: readonly ShownCountLine[], code: string): ShownCountLine | null {
  const wanted = code.trim().toLowerCase()
  return lines.find((line) => line.codes.some((each) => each.toLowerCase() === wanted)) ?? null
}

/** Returns the lines whose name, category or code has this text. */
export function searchCountLines(lines: readonly ShownCountLine[], term: string): ShownCountLine[] {
  const wanted = searchKey(term)
  const fits = (line: ShownCountLine) =>
    [line.name, line.category ?? '', ...line.codes].some((text) => searchKey(text).includes(wanted))
  return wanted ? lines.filter(fits) : [...lines]
}

const most = 3

/** Returns a quantity after a key: at most three decimals, no second point. */
export function typedQuantity(value: string, key: string): string {
  if (key === 'Backspace') return value.slice(0, -1)
  if (key === '.' || key === ',') return value.includes('.') ? value : `${value || '0'}.`
  const [whole = '', fraction] = value.split('.')
  if (fraction !== undefined) return fraction.length < most ? value + key : value
  if (whole.length >= 7) return value
  return whole === '0' ? key : value + key
}

/** Returns the plural of a pack: `Saco de 50 kg` becomes `Sacos de 50 kg`. */
export function pluralOf(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  if (!/\p{L}$/u.test(first) || /s$/i.test(first)) return name
  const ending = /[aeiouáéó]$/i.test(first) ? 's' : /z$/i.test(first) ? null : 'es'
  const plural = ending === null ? `${first.slice(0, -1)}ces` : first + ending
  return [plural, ...rest].join(' ')
}

/** Joins the counters' first names: `Rosa y Julio`. */
export const firstNames = (names: readonly string[]) =>
  new Intl.ListFormat('es', { type: 'conjunction' }).format(names.map((name) => name.split(' ')[0] ?? name))
