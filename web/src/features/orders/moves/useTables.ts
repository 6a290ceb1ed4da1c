import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Floor, Table } from '../../../api/model'
import { allTables } from '../../../data/floor/filters'

/** Returns the table that the address names, if it has an account now, and the function that chooses one. */
export function useOrigin(floor: Floor): [Table | null, (table: Table | null) => void] {
  const [params, setParams] = useSearchParams()
  const id = Number(params.get('origin'))
  const table = allTables(floor).find((each) => each.id === id && each.request) ?? null
  const choose = (chosen: Table | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (chosen) next.set('origin', String(chosen.id))
        else next.delete('origin')
        return next
      },
      { replace: true },
    )
  return [table, choose]
}

/** Returns "Mesa 5 · Terraza". */
export function useTableName(floor: Floor) {
  const { t } = useTranslation()
  return (table: Table | null | undefined): string | null => {
    if (!table) return null
    const salon = floor.salons.find((each) => each.id === table.salon_id)
    const name = /^mesa/i.test(table.name) ? table.name : t('orders.table', { name: table.name })
    return salon ? `${name} · ${salon.name}` : name
  }
}

/** Returns "Mesa 5" and "Terraza", which is undefined where there is one room only. */
export const splitName = (name: string | null): { table: string; room?: string } => {
  const [table = '', room] = name?.split(' · ') ?? []
  return { table, room }
}
/** Returns "Mesa 5". */
export const shortName = (name: string | null) => splitName(name).table
