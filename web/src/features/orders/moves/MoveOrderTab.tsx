import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Floor, KitchenOrderAtTable, Table } from '../../../api/model'
import { allTables } from '../../../data/floor/filters'
import { measuredName } from '../../../data/orders/lineText'
import { useUser } from '../../../session/session'
import { centimos, clock, money, quantity } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import c from './MoveOrderTab.module.css'
import { MoveFoot, MoveTrail } from './MoveSteps'
import { useMoveOrder } from './mutations'
import { useServes, useTableOrders } from './queries'
import { TablePick } from './TablePick'
import { shortName, useOrigin, useTableName } from './useTables'
import { WithFloor } from './WithFloor'

/** Moves one command of a table to the account of another. */
export default function MoveOrderTab() {
  return <WithFloor>{(floor) => <Work floor={floor} />}</WithFloor>
}

function Work({ floor }: { floor: Floor }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const serves = useServes(useUser())
  const nameOf = useTableName(floor)
  const [origin, setOrigin] = useOrigin(floor)
  const [commandId, setCommandId] = useState<number | null>(null)
  const [wanted, setWanted] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const moving = useMoveOrder(() => void navigate('/pos'))
  const orders = useTableOrders(origin?.id ?? null)
  const command = orders.data?.commands.find((each) => each.id === commandId) ?? null
  const destination = allTables(floor).find((table) => table.id === wanted && table.id !== origin?.id) ?? null
  const own = (table: Table) => table.request != null && serves(table.request.attendant_id)
  const [from, to] = [nameOf(origin), nameOf(destination)]
  const number = command ? t('orders.command', { number: padded(command.number) }) : null
  const pickCommand = (id: number | null) => {
    moving.reset()
    setCommandId(id)
    setWanted(null)
  }
  const go = () => {
    if (!origin || !command || !destination || moving.isPending) return
    moving.mutate({
      command_id: command.id,
      origin_table_id: origin.id,
      destination_table_id: destination.id,
      reason: reason || undefined,
    })
  }
  return (
    <>
      <MoveTrail
        steps={[
          {
            label: t('options.from'),
            value: from,
            onClear: () => {
              setOrigin(null)
              pickCommand(null)
            },
          },
          { label: t('options.moveOrder.what'), value: number, onClear: () => pickCommand(null) },
          { label: t('options.to'), value: to, onClear: () => setWanted(null) },
        ]}
      />
      {!origin ? (
        <TablePick
          key="from"
          floor={floor}
          title={t('options.moveOrder.which')}
          shown={(table) => table.request != null}
          usable={own}
          value={null}
          none={t('options.noneTaken')}
          onPick={setOrigin}
        />
      ) : !command ? (
        orders.data ? (
          <Commands commands={orders.data.commands} unsent={orders.data.unsent.length} onPick={pickCommand} />
        ) : orders.isError ? (
          <Failed
            title={t('options.moveOrder.unread')}
            error={orders.error}
            onRetry={() => void orders.refetch()}
          />
        ) : (
          <Loading label={t('options.loading')} rows={3} height={112} />
        )
      ) : (
        <TablePick
          key="to"
          floor={floor}
          title={t('options.moveOrder.to')}
          shown={(table) => table.id !== origin.id}
          usable={(table) => table.status_table === 'AVAILABLE' || own(table)}
          value={wanted}
          none=""
          onPick={(table) => {
            moving.reset()
            setWanted(table.id)
          }}
        />
      )}
      <MoveFoot
        reason={reason}
        onReason={setReason}
        action={
          command && to
            ? t('options.moveOrder.go', { number: padded(command.number), to: shortName(to) })
            : null
        }
        busy={moving.isPending}
        error={moving.error}
        onGo={go}
      />
    </>
  )
}

const padded = (number: number) => String(number).padStart(4, '0')

interface CommandsProps {
  commands: KitchenOrderAtTable[]
  unsent: number
  onPick: (id: number) => void
}

function Commands({ commands, unsent, onPick }: CommandsProps) {
  const { t } = useTranslation()
  return (
    <section className={c.commands} aria-label={t('options.moveOrder.command')}>
      <h2>{t('options.moveOrder.command')}</h2>
      {commands.length === 0 ? <p className={c.note}>{t('options.moveOrder.none')}</p> : null}
      <div className={c.grid}>
        {commands.map((command) => (
          <CommandKey key={command.id} command={command} onPick={() => onPick(command.id)} />
        ))}
      </div>
      {unsent > 0 ? <p className={c.note}>{t('options.moveOrder.unsent', { count: unsent })}</p> : null}
    </section>
  )
}

function CommandKey({ command, onPick }: { command: KitchenOrderAtTable; onPick: () => void }) {
  const { t } = useTranslation()
  const movable = command.lines.some((line) => Number(line.movable_qty) > 0)
  return (
    <button type="button" className={c.command} disabled={!movable} onClick={onPick}>
      <span className={c.top}>
        <b>{t('orders.command', { number: padded(command.number) })}</b>
        <span>
          {clock(command.created_at)} · {command.user_name}
        </span>
      </span>
      <span className={c.lines}>
        {command.lines.map((line) => (
          <span key={line.id} data-paid={Number(line.movable_qty) === 0 || undefined}>
            <span>
              {quantity(Number(line.movable_qty) > 0 ? line.movable_qty : line.qty)} {measuredName(line)}
            </span>
            {Number(line.qty_paid) > 0 ? (
              <em>{t('options.moveOrder.stays', { count: Number(line.qty_paid) })}</em>
            ) : null}
          </span>
        ))}
      </span>
      <span className={c.sum}>
        {movable ? money(centimos(command.movable_amount)) : t('options.moveOrder.allPaid')}
      </span>
    </button>
  )
}
