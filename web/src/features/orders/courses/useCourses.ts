import { useEffect, useState } from 'react'
import type { Account, SaleCatalog } from '../../../api/model'
import type { BuiltLine, ShownLine } from '../taps'

/** Returns what shows an account by courses, with its rules; its code loads only in a house that has courses. */
export function useCourses(
  request: Account | undefined,
  catalog: SaleCatalog | undefined,
  { unsent, sending }: { unsent: readonly ShownLine[]; sending: boolean },
  category: number | null,
) {
  const [parts, setParts] = useState<typeof import('./parts') | null>(null)
  const [rush, setRush] = useState(false)
  // A menu that a device kept from before courses has no list of them.
  const isNeeded = request?.type === 'TABLE' && !!catalog?.courses?.length
  const hasSome = request?.courses?.length || unsent.some(({ course }) => course)
  useEffect(() => {
    // If the code cannot be loaded, the account looks as one without courses; the server holds and sends by the same rule.
    if (isNeeded) import('./parts').then(setParts, () => undefined)
  }, [isNeeded])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said of one category, or before a sending, is not said of the next
  useEffect(() => setRush(false), [category, sending])
  return {
    courses: isNeeded && hasSome ? parts : null,
    place: (line: BuiltLine) => (isNeeded && catalog && parts ? parts.placed(line, catalog, rush) : line),
    rush,
    setRush,
  }
}
