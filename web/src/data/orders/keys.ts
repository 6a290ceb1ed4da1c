import { floorKeys } from '../floor/keys'

export const orderKeys = {
  /** All accounts; the keys of a single account lie below it. */
  all: ['request'] as const,
  one: (id: number) => [...orderKeys.all, id] as const,
  commands: (id: number) => [...orderKeys.one(id), 'commands'] as const,
  adjustments: (id: number) => [...orderKeys.one(id), 'adjustments'] as const,
  adjusted: (id: number, change: unknown) => [...orderKeys.adjustments(id), 'preview', change] as const,
  chargeTypes: ['charge-types'] as const,
  /* Keys of many accounts lie under the floor and follow its events. */
  ofTable: (table: number | null) => [...floorKeys.all, 'orders', table] as const,
  merged: (origin: number | null, destination: number | null) =>
    [...floorKeys.all, 'merge', origin, destination] as const,
  toCollect: (term: string, kind: string, rows: number) =>
    [...floorKeys.all, 'to-collect', term, kind, rows] as const,
  commandsOfDay: (filter: unknown) => [...floorKeys.all, 'commands', filter] as const,
}
