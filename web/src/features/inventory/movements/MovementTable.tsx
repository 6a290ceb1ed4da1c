import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MovementRow } from '../../../data/inventory/types'
import { useHouse } from '../../../session/house'
import { amount, centimos, dateTime } from '../../../ui/format'
import { MovementState } from './MovementState'
import c from './MovementTable.module.css'

interface Props {
  rows: MovementRow[]
  /** The id of the open movement. */
  opened: number | null
  onOpen: (id: number) => void
  stale: boolean
}

/** Lists movements; each opens beside the list. */
export function MovementTable({ rows, opened, onOpen, stale }: Props) {
  const { t } = useTranslation()
  const symbol = useHouse((house) => house.currency_symbol)
  return (
    <div className={c.table} data-stale={stale || undefined}>
      <div className={c.head} aria-hidden="true">
        <span>{t('inventory.movement')}</span>
        <span>{t('inventory.reason')}</span>
        <span>{t('inventory.date')}</span>
        <span>{t('inventory.total', { symbol })}</span>
        <span>{t('inventory.status')}</span>
      </div>
      <ul className={c.rows} aria-label={t('inventory.title')}>
        {rows.map((row) => (
          <Row key={row.id} row={row} opened={row.id === opened} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
}

function Row({ row, opened, onOpen }: { row: MovementRow; opened: boolean; onOpen: (id: number) => void }) {
  const { t } = useTranslation()
  const Glyph = row.type === 'in' ? IconArrowDownLeft : IconArrowUpRight
  const reason = t(`inventory.reasons.${row.reason}`)
  const count = t('inventory.count', { count: row.items_count })
  return (
    <li
      className={c.row}
      data-opened={opened || undefined}
      data-gone={row.status === 'REJECTED' || undefined}
    >
      <span className={c.name}>
        <Glyph size={20} stroke={2} role="img" aria-label={t(`inventory.types.${row.type}`)} />
        <span>
          <button
            type="button"
            aria-label={t('inventory.open', { name: `${row.full_number} ${row.name}` })}
            aria-expanded={opened}
            onClick={() => onOpen(row.id)}
          >
            {row.name || reason}
          </button>
          <small>{[row.full_number, count].join(' · ')}</small>
        </span>
      </span>
      <span className={c.reason} data-same={reason === row.name || undefined}>
        <span>{reason}</span>
        <small>{row.responsible || row.user}</small>
      </span>
      <span className={c.date}>{dateTime(row.date)}</span>
      <b className={c.total}>
        {row.total == null ? <small>{t('inventory.noValue')}</small> : amount(centimos(row.total))}
      </b>
      <span className={c.state}>
        <MovementState status={row.status} />
      </span>
    </li>
  )
}
