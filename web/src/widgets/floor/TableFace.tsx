import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../api/model'
import { clock } from '../../ui/format'
import { tableIcon } from '../../ui/states'
import c from './TableFace.module.css'

interface Props extends ComponentProps<'button'> {
  table: Table
  /** It is shown in the corner beside the table's number, such as a badge or a tick. */
  corner?: ReactNode
  /** Content outside the tile's own rows, such as chairs. */
  around?: ReactNode
  children: ReactNode
}

/** Returns the hour of the reservation, or since when the table is being cleaned; else null. */
export function noteOf(table: Table): string | null {
  const next = table.next_reservation
  if (next && table.status_table === 'RESERVED') return `${clock(next.reserved_for)} · ${next.client_name}`
  if (next && table.status_table === 'AVAILABLE') return `${clock(next.reserved_for)} ${next.client_name}`
  if (table.status_table === 'CLEANING' && table.cleaning_since) return clock(table.cleaning_since)
  return null
}

/** Shows a table wherever it is tapped: its number, its state as colour, icon and word, and further facts. */
export function TableFace({ table, corner, around, children, className, ...button }: Props) {
  const { t } = useTranslation()
  const Glyph = tableIcon[table.status_table]
  return (
    <button
      type="button"
      className={className ? `${c.tile} ${className}` : c.tile}
      data-state={table.status_table}
      {...button}
    >
      {around}
      <span className={c.head}>
        <b>
          <span className="sr">{t('floor.table')} </span>
          {table.name}
        </b>
        {corner}
      </span>
      <span className={c.state}>
        <Glyph size={15} stroke={2.2} aria-hidden="true" />
        {t(`floor.state.${table.status_table}`)}
      </span>
      <span className={c.foot}>{children}</span>
    </button>
  )
}
