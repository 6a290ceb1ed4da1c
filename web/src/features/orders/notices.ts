/** What people must know of an account until they have seen it: kept at the place where it happened, never only told in passing. */
import type { Built, Fields, Tap } from './taps'

interface Common {
  id: string
  requestId: number
  userId: number
}

export type Notice =
  /** Somebody else changed the very same of a line; mine is offered again. */
  | (Common & { kind: 'clash'; lineId: number; name: string; mine: Partial<Fields> })
  /** Somebody else changed a line that I took away. */
  | (Common & { kind: 'kept'; lineId: number; name: string; base: Fields })
  /** Somebody else took away the line that I changed; it can be added again. */
  | (Common & { kind: 'gone'; name: string; built: Built | null })
  /** The line went to the kitchen before my change; what is missing can be added. */
  | (Common & { kind: 'sent'; name: string; more: Built | null })
  /** Refused, in the server's words; these lines are meant. */
  | (Common & { kind: 'refused'; of: Tap['kind']; title: string; text: string; lines?: number[] })
  /** Nobody prints for an area. */
  | (Common & { kind: 'area'; text: string })
  /** An area's paper is a file. */
  | (Common & { kind: 'pdf'; area: string; commandId: number; number: number })

export type NewNotice = Notice extends infer Each
  ? Each extends Notice
    ? Omit<Each, keyof Common>
    : never
  : never

/** What belongs to a line stands at the line. */
export const ofLine = (notice: Notice): number | null =>
  notice.kind === 'clash' || notice.kind === 'kept' ? notice.lineId : null
