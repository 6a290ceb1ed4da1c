import type { components } from './schema.gen'

/** The server sends these kinds over the live link: each says that something changed, never what it is now. */
export type EventKind = components['schemas']['EventKind']

/** The ids of the rows that changed, by the API's names for them. */
export type EventIds = Partial<Record<string, number>>

export interface RoomEvent {
  room: string
  seq: number
  epoch: string | number
  /** A newer server may send kinds that this version does not know. */
  type: EventKind | (string & {})
  ids: EventIds
}

export type QueryKey = readonly unknown[]

/** Returns the queries that an event makes stale. */
export type StaleAfter = (event: Pick<RoomEvent, 'type' | 'ids'>) => readonly QueryKey[]
