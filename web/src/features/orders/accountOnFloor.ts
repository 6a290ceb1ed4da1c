import type { Floor, FloorAccount, Table } from '../../api/model'

type Known =
  | { table: string; salon: string; request: NonNullable<Table['request']> }
  | { table: null; request: FloorAccount }

/** Returns what the floor plan knows of an account: table, client and total; null if it is not there. */
export function accountOnFloor(floor: Floor | undefined, id: number): Known | null {
  for (const { name: salon, tables } of floor?.salons ?? [])
    for (const { name: table, request } of tables) if (request?.id === id) return { table, salon, request }
  const request = [...(floor?.takeaway ?? []), ...(floor?.delivery ?? [])].find((each) => each.id === id)
  return request ? { table: null, request } : null
}
