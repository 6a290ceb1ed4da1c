/**
 * Notices are what people must know of an account until they have seen it: they are kept where it happened, never only told in
 * passing.
 */
import type { BuiltLine, LineFields, Tap } from './taps'

interface Common {
  id: string
  requestId: number
  userId: number
}

export type Notice =
  /** Somebody else changed the same field of a line; the value typed here is offered again. */
  | (Common & { kind: 'clash'; lineId: number; name: string; mine: Partial<LineFields> })
  /** Somebody else changed a line that was removed here, so it was kept. */
  | (Common & { kind: 'kept'; lineId: number; name: string; base: LineFields })
  /** Somebody else removed the line that was changed here; it can be added again. */
  | (Common & { kind: 'gone'; name: string; built: BuiltLine | null })
  /** The line went to the kitchen before the change made here; what is missing can be added. */
  | (Common & { kind: 'sent'; name: string; more: BuiltLine | null })
  /** The server refused the send, for these lines; `text` is its reason. */
  | (Common & {
      kind: 'refused'
      of: Tap['kind']
      title: string
      text: string
      lines?: number[]
      /** What was to be added: its choices can be gone on with. */
      built?: BuiltLine
    })
  /** An area has nobody who prints. */
  | (Common & { kind: 'area'; text: string })
  /** An ordered dish contains what somebody at the account must avoid; it goes when the order is sent. */
  | (Common & { kind: 'allergy'; text: string })
  /** An area's command is a file. */
  | (Common & { kind: 'pdf'; area: string; commandId: number; number: number })

export type NewNotice = Notice extends infer Each
  ? Each extends Notice
    ? Omit<Each, keyof Common>
    : never
  : never

/** Returns the id of the line at which a notice is shown; null where it is shown for the whole account. */
export const lineIdOf = (notice: Notice): number | null =>
  notice.kind === 'clash' || notice.kind === 'kept' ? notice.lineId : null
