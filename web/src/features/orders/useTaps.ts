import { useEffect, useMemo } from 'react'
import type { Account, Line } from '../../api/model'
import { useUser } from '../../session/session'
import { forgetConfirmedTaps, queueTap, useOutbox } from './outbox'
import { type BuiltLine, fieldsOf, type LineFields, withTaps } from './taps'

/** The largest quantity of a line, as on the server. */
export const mostQuantity = 999

/** Returns the unsent lines of an account with the taps of this device, and the functions that tap. */
export function useTaps(id: number, request: Account | undefined) {
  const user = useUser()
  const all = useOutbox((state) => state.taps)
  const told = useOutbox((state) => state.notices)
  const version = request?.version ?? 0
  const taps = useMemo(
    () => all.filter((each) => each.requestId === id && each.userId === user.id),
    [all, id, user.id],
  )
  const unsent = useMemo(() => withTaps(request?.lines ?? [], taps, version), [request, taps, version])
  const notices = useMemo(
    () => told.filter((each) => each.requestId === id && each.userId === user.id),
    [told, id, user.id],
  )
  useEffect(() => forgetConfirmedTaps(id, version), [id, version])
  const waiting = taps.filter((each) => each.done === undefined)
  return {
    unsent,
    notices,
    waiting: waiting.length,
    sending: waiting.some((each) => each.kind === 'send'),
    add: (built: BuiltLine) => queueTap(id, { kind: 'add', built }),
    /** Only the given fields change; a quantity is kept within its bounds. */
    change: (line: Line, set: Partial<LineFields>) =>
      queueTap(id, {
        kind: 'change',
        lineId: line.id,
        name: line.name,
        base: fieldsOf(line),
        set: set.qty === undefined ? set : { ...set, qty: Math.min(Math.max(set.qty, 1), mostQuantity) },
      }),
    remove: (line: Line) =>
      queueTap(id, { kind: 'remove', lineId: line.id, name: line.name, base: fieldsOf(line) }),
    /** Sends what is due; or fires a course, where one is named. */
    send: (course?: number | null) => queueTap(id, { kind: 'send', course }),
  }
}
