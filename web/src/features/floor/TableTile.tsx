import { IconBell, IconClock, IconSend2, IconUsers } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../api/model'
import { centimos, minutes, minutesSince, money } from '../../ui/format'
import { useLongPress } from '../../ui/longPress'
import { noteOf, TableFace } from '../../widgets/floor/TableFace'
import { Chairs } from './Chairs'
import c from './TableTile.module.css'

interface Props {
  table: Table
  now: number
  onOpen: (table: Table) => void
  /** Opens the menu, by a long press, a right click or the menu key. */
  onMore: (table: Table) => void
  /** The tile's place in the room; with it chairs are drawn. */
  style?: CSSProperties
}

export function TableTile({ table, now, onOpen, onMore, style }: Props) {
  return (
    <TableFace
      table={table}
      className={c.tile}
      data-placed={style ? true : undefined}
      data-shape={style ? table.shape : undefined}
      style={style}
      around={style ? <Chairs table={table} seated={table.request?.persons ?? 0} /> : null}
      corner={<Badge table={table} />}
      onClick={() => onOpen(table)}
      {...useLongPress(() => onMore(table))}
    >
      <Facts table={table} now={now} />
    </TableFace>
  )
}

/** Shows how many dishes wait to be sent, else how many wait to be served. */
function Badge({ table: { request } }: { table: Table }) {
  const { t } = useTranslation()
  const unsent = request?.unsent_count
  const count = unsent || request?.ready_count
  if (!count) return null
  const Glyph = unsent ? IconSend2 : IconBell
  return (
    <span className={c.badge} data-kind={unsent ? 'unsent' : 'ready'}>
      <Glyph size={13} stroke={2.4} aria-hidden="true" />
      {count}
      <span className="sr"> {t(unsent ? 'floor.unsent' : 'floor.ready')}</span>
    </span>
  )
}

function Facts({ table, now }: { table: Table; now: number }) {
  const { t } = useTranslation()
  const { request } = table
  if (!request) {
    return (
      <>
        {noteOf(table) ? <b className={c.note}>{noteOf(table)}</b> : null}
        <span className={c.meta}>
          <span>
            <IconUsers size={14} aria-hidden="true" />
            {table.status_table === 'RESERVED' && table.next_reservation
              ? t('floor.personsCount', { count: table.next_reservation.persons })
              : t('floor.seats', { count: table.seats })}
          </span>
        </span>
      </>
    )
  }
  return (
    <>
      <b className={c.amount}>{money(centimos(request.due))}</b>
      <span className={c.meta}>
        <span>
          <IconClock size={14} aria-hidden="true" />
          {minutes(minutesSince(request.opened_at, now))}
        </span>
        <span>
          <IconUsers size={14} aria-hidden="true" />
          {request.persons}
          <span className="sr"> {t('floor.persons', { count: request.persons })}</span>
        </span>
      </span>
    </>
  )
}
