import { IconBan, IconCheck, IconCoins, IconPrinter, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { write } from '../../../api/client'
import type { CashMovement } from '../../../api/model'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { amount, centimos, clock, date } from '../../../ui/format'
import { popItem } from '../../../ui/PopMenu'
import { RowMenu } from '../../../ui/RowMenu'
import { StatePill } from '../../../ui/StatePill'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import figures from '../../../widgets/figures/Figures.module.css'
import c from './Movements.module.css'

interface Props {
  rows: CashMovement[]
  stale: boolean
  /** Returns whether a cycle is still open: only there a movement can be rejected. */
  isOpen: (cycle: number) => boolean
  onReject: (movement: CashMovement) => void
}

/** Lists the movements; a rejected one stays, struck through. */
export function MovementTable({ rows, stale, isOpen, onReject }: Props) {
  const { t } = useTranslation()
  return (
    <table className={`${figures.table} ${c.table}`} data-stale={stale || undefined}>
      <caption className="sr">{t('movementList.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('movementList.time')}</th>
          <th scope="col">{t('cash.motive')}</th>
          <th scope="col">{t('movementList.by')}</th>
          <th scope="col" data-from="wide">
            {t('cash.cashbox')}
          </th>
          <th scope="col">{t('cash.status')}</th>
          <th scope="col" data-align="right">
            {t('cash.amount')}
          </th>
          <th scope="col">
            <span className="sr">{t('lists.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line
            key={row.id}
            row={row}
            onReject={
              row.status === 'APPROVED' && isOpen(row.cash_box_cycle_id) ? () => onReject(row) : undefined
            }
          />
        ))}
      </tbody>
    </table>
  )
}

function Line({ row, onReject }: { row: CashMovement; onReject?: () => void }) {
  const { t } = useTranslation()
  const entry = row.movement_type === 'ENTRY'
  const rejected = row.status === 'REJECTED'
  const sign = entry ? '+' : '−'
  const user = useUser()
  const print = useWrite((id: number, key) => write('POST', `/cash-movements/${id}/print`, key, {}), {
    failed: t('movementList.printFailed'),
    onSuccess: (done) =>
      done.print_job_id
        ? showToast('success', t('movementList.printed'))
        : showToast('warning', done.warnings.join(' ')),
  })
  return (
    <tr data-rejected={rejected || undefined}>
      <td data-label={t('movementList.time')}>
        {clock(row.movement_date)}
        <small>{date(row.movement_date)}</small>
      </td>
      <th scope="row">
        {row.motive}
        {row.receipt_by ? (
          <small>{t(entry ? 'movementList.from' : 'movementList.to', { name: row.receipt_by })}</small>
        ) : null}
      </th>
      <td data-label={t('movementList.by')}>{row.user_name}</td>
      <td data-from="wide" data-label={t('cash.cashbox')}>
        {row.cashbox_name}
      </td>
      <td data-label={t('cash.status')}>
        <StatePill
          tone={rejected ? 'bad' : 'good'}
          icon={rejected ? IconX : IconCheck}
          label={t(`movementList.state.${row.status}`)}
        />
        {rejected ? (
          <small>
            {row.rejected_by_name
              ? t('movementList.why', { name: row.rejected_by_name, reason: row.reject_reason ?? '' })
              : row.reject_reason}
          </small>
        ) : null}
      </td>
      <td
        data-align="right"
        data-label={t(entry ? 'cash.entry' : 'cash.expense')}
        data-in={(entry && !rejected) || undefined}
      >
        <b>
          {sign}
          {amount(centimos(row.amount))}
        </b>
      </td>
      <td className={c.menu}>
        <RowMenu label={t('lists.actionsOf', { name: row.motive })}>
          <Link className={popItem} to={`/cashbox-cycles/${row.cash_box_cycle_id}/detail`}>
            <IconCoins size={20} stroke={1.8} aria-hidden="true" />
            {t('movementList.seeCycle')}
          </Link>
          {may(user, 'own_cycle') ? (
            <button type="button" className={popItem} onClick={() => print.mutate(row.id)}>
              <IconPrinter size={20} stroke={1.8} aria-hidden="true" />
              {t('movementList.print')}
            </button>
          ) : null}
          {onReject ? (
            <button type="button" className={popItem} onClick={onReject}>
              <IconBan size={20} stroke={1.8} aria-hidden="true" />
              {t('movementList.reject')}
            </button>
          ) : null}
        </RowMenu>
      </td>
    </tr>
  )
}
