import { IconClock, IconDots, IconSend2, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../api/model'
import { centimos, clock, minutes, minutesSince, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { tableIcon } from '../../ui/states'
import c from './TableList.module.css'

interface Props {
  tables: Table[]
  now: number
  onOpen: (table: Table) => void
  onMore: (table: Table) => void
}

/** Lists the tables as rows, for people who know the numbers and not the room. */
export function TableList({ tables, now, onOpen, onMore }: Props) {
  const { t } = useTranslation()
  if (tables.length === 0) return <p className={c.none}>{t('floor.noTables')}</p>
  return (
    <ul className={c.list} aria-label={t('floor.tables')}>
      {tables.map((table) => {
        const Glyph = tableIcon[table.status_table]
        const { request, next_reservation: next } = table
        return (
          <li key={table.id} className={c.item} data-state={table.status_table}>
            <button type="button" className={c.row} onClick={() => onOpen(table)}>
              <b className={c.name}>
                <span className="sr">{t('floor.table')} </span>
                {table.name}
              </b>
              <span className={c.state}>
                <Glyph size={17} stroke={2.1} aria-hidden="true" />
                {t(`floor.state.${table.status_table}`)}
              </span>
              <span className={c.who}>
                {request
                  ? [request.attendant_name, request.client_name].filter(Boolean).join(' · ')
                  : next
                    ? `${clock(next.reserved_for)} · ${next.client_name}`
                    : t('floor.seats', { count: table.seats })}
              </span>
              <span className={c.meta}>
                {request ? (
                  <>
                    {request.unsent_count ? (
                      <span className={c.badge}>
                        <IconSend2 size={13} stroke={2.4} aria-hidden="true" />
                        {request.unsent_count}
                        <span className="sr"> {t('floor.unsent')}</span>
                      </span>
                    ) : null}
                    <span>
                      <IconClock size={15} aria-hidden="true" />
                      {minutes(minutesSince(request.opened_at, now))}
                    </span>
                    <span>
                      <IconUsers size={15} aria-hidden="true" />
                      {request.persons}
                      <span className="sr"> {t('floor.persons', { count: request.persons })}</span>
                    </span>
                  </>
                ) : null}
              </span>
              <b className={c.amount}>{request ? money(centimos(request.due)) : ''}</b>
            </button>
            <IconButton label={t('floor.moreOf', { table: table.name })} onClick={() => onMore(table)}>
              <IconDots size={20} aria-hidden="true" />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}

export default TableList
