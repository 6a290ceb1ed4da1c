import { IconCheck, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Floor, Table } from '../../../api/model'
import { centimos, money } from '../../../ui/format'
import { SalonTabs } from '../../../widgets/floor/SalonTabs'
import { noteOf, TableFace } from '../../../widgets/floor/TableFace'
import c from './TablePick.module.css'

interface Props {
  floor: Floor
  title: string
  /** Says which tables are shown. */
  shown: (table: Table) => boolean
  /** Says which of them can be chosen. */
  usable: (table: Table) => boolean
  value: number | null
  /** The text where no table is shown. */
  none: string
  onPick: (table: Table) => void
}

/** Chooses one table, by salon. */
export function TablePick({ floor, title, shown, usable, value, none, onPick }: Props) {
  const { t } = useTranslation()
  const first = floor.salons.find((salon) => salon.tables.some((table) => shown(table) && usable(table)))
  const [salonId, setSalonId] = useState(first?.id ?? floor.salons[0]?.id ?? 0)
  const salon = floor.salons.find((each) => each.id === salonId) ?? floor.salons[0]
  const tables = (salon?.tables ?? []).filter(shown)
  return (
    <section className={c.pick} aria-label={title}>
      <header className={c.head}>
        <h2>{title}</h2>
        <SalonTabs salons={floor.salons} value={salon?.id ?? 0} onChange={setSalonId} />
      </header>
      {tables.length > 0 ? (
        <div className={c.grid}>
          {tables.map((table) => (
            <PickTile
              key={table.id}
              table={table}
              picked={table.id === value}
              disabled={!usable(table)}
              onPick={() => onPick(table)}
            />
          ))}
        </div>
      ) : (
        <p className={c.none}>{none || t('floor.noTables')}</p>
      )}
    </section>
  )
}

interface TileProps {
  table: Table
  picked: boolean
  disabled: boolean
  onPick: () => void
}

function PickTile({ table, picked, disabled, onPick }: TileProps) {
  const { t } = useTranslation()
  const { request } = table
  return (
    <TableFace
      table={table}
      aria-pressed={picked}
      disabled={disabled}
      corner={picked ? <IconCheck className={c.tick} size={20} stroke={2.6} aria-hidden="true" /> : null}
      onClick={onPick}
    >
      {request ? (
        <>
          <b>{money(centimos(request.total))}</b>
          <span className={c.fact}>
            <IconUser size={14} aria-hidden="true" />
            {request.attendant_name}
          </span>
        </>
      ) : (
        <>
          {noteOf(table) ? <b className={c.note}>{noteOf(table)}</b> : null}
          <span className={c.fact}>{t('floor.seats', { count: table.seats })}</span>
        </>
      )}
    </TableFace>
  )
}
