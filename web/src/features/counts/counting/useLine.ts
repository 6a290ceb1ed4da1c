import { useState } from 'react'
import { nextLine, type ShownCountLine } from '../countLines'
import { queueCountedValue } from '../outbox'

/** The current line: the first that nobody counted, or the one that was chosen. */
export function useLine(countId: number, lines: readonly ShownCountLine[]) {
  const [at, setAt] = useState<number | null>(() => nextLine(lines, null)?.id ?? null)
  const shown = lines.find((line) => line.id === at) ?? null
  const go = (line: ShownCountLine) => setAt(line.id)
  return {
    shown,
    go,
    /** Goes to the line before or after it, in the order of the sheet. */
    move: (by: number) => {
      const from = lines.findIndex((line) => line.id === at)
      const to = lines[(from + by + lines.length) % lines.length]
      if (to) go(to)
    },
    /** Counts the line, and goes to the next that nobody counted. */
    put: (quantity: string, unit: number) => {
      if (!shown) return
      const { id, name, version } = shown
      queueCountedValue({ countId, lineId: id, name, quantity, measurementId: unit, version })
      setAt(nextLine(lines, id)?.id ?? null)
    },
  }
}
