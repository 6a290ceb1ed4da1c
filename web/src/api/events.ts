import type { components } from './schema.gen'

/** What the server says over the live link, told by its kind: that something changed, never what it is now. */
export type EventKind = components['schemas']['EventKind']

/** Whose it is, by the names of the API. */
export type EventIds = Partial<Record<string, number>>

export interface RoomEvent {
  room: string
  seq: number
  epoch: string | number
  /** A newer server may know more kinds. */
  type: EventKind | (string & {})
  ids: EventIds
}

export type QueryKey = readonly unknown[]

/** The queries that an event makes stale. */
export type StaleAfter = (event: Pick<RoomEvent, 'type' | 'ids'>) => readonly QueryKey[]
