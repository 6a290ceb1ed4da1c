import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorSalon, Table } from '../../api/model'
import c from './Room.module.css'
import { TableTile } from './TableTile'

interface Props {
  salon: FloorSalon
  tables: Table[]
  now: number
  onOpen: (table: Table) => void
  onMore: (table: Table) => void
}

/** Draws the room as it is: tables at their places, with landmarks. */
export function Room({ salon, tables, now, onOpen, onMore }: Props) {
  const { t } = useTranslation()
  const width = salon.width || 912
  const height = salon.height || 616
  const place = (x: number, y: number, w: number): CSSProperties => ({
    left: `${(x / width) * 100}%`,
    top: `${(y / height) * 100}%`,
    width: `${(w / width) * 100}%`,
  })
  return (
    <section className={c.room} aria-label={t('floor.roomOf', { salon: salon.name })}>
      {(salon.landmarks ?? []).map((mark) => (
        <div
          key={`${mark.name}${mark.x}`}
          className={c.landmark}
          data-at={mark.y <= 0 ? 'top' : mark.y + mark.height >= height ? 'bottom' : 'inside'}
          style={{ ...place(mark.x, mark.y, mark.width), height: `${(mark.height / height) * 100}%` }}
        >
          {mark.name}
        </div>
      ))}
      {tables.map((table) => (
        <TableTile
          key={table.id}
          table={table}
          now={now}
          onOpen={onOpen}
          onMore={onMore}
          style={{
            ...place(table.x, table.y, table.width),
            // Narrow tables of a large room drawn small are lower, or they would cover the next row.
            height: `max(min(112px, ${(table.width / width) * 112}cqw), ${(table.height / height) * 100}%)`,
            minHeight: 0,
          }}
        />
      ))}
    </section>
  )
}
