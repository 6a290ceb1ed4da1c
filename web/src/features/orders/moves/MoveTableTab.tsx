import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Floor, Table } from '../../../api/model'
import { allTables } from '../../../data/floor/filters'
import { useUser } from '../../../session/session'
import { MergeResult } from './MergeResult'
import { MoveFoot, MoveTrail } from './MoveSteps'
import { useMerge, useMoveTable } from './mutations'
import { useServes } from './queries'
import { TablePick } from './TablePick'
import { shortName, useOrigin, useTableName } from './useTables'
import { WithFloor } from './WithFloor'

/** Moves an account to a free table; with a taken one it can be joined instead. */
export default function MoveTableTab() {
  return <WithFloor>{(floor) => <Work floor={floor} />}</WithFloor>
}

/** Joins two accounts into one: it works like moving, but among taken tables. */
export function MergeTables() {
  return <WithFloor>{(floor) => <Work floor={floor} joining />}</WithFloor>
}

function Work({ floor, joining }: { floor: Floor; joining?: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const serves = useServes(user)
  const nameOf = useTableName(floor)
  const [origin, setOrigin] = useOrigin(floor)
  const [wanted, setWanted] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const leave = () => void navigate('/pos')
  const moving = useMoveTable(leave)
  const merging = useMerge(leave)
  const destination = allTables(floor).find((table) => table.id === wanted && table.id !== origin?.id) ?? null
  const merges = destination?.request != null
  const [from, to] = [nameOf(origin), nameOf(destination)]
  const verb = merges ? 'options.merge.go' : 'options.moveTable.go'
  const own = (table: Table) => table.request != null && serves(table.request.attendant_id)
  const busy = moving.isPending || merging.isPending
  const pick = (table: Table | null) => {
    moving.reset()
    merging.reset()
    setWanted(table?.id ?? null)
  }
  const go = () => {
    if (!origin || !destination || busy) return
    const body = {
      origin_table_id: origin.id,
      destination_table_id: destination.id,
      reason: reason || undefined,
    }
    if (merges) merging.mutate(body)
    else moving.mutate(body)
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
              pick(null)
            },
          },
          { label: t('options.to'), value: to, onClear: () => pick(null) },
        ]}
      />
      {origin ? (
        <TablePick
          key="to"
          floor={floor}
          title={t(joining ? 'options.merge.with' : 'options.moveTable.to')}
          shown={(table) => table.id !== origin.id && (!joining || table.request != null)}
          usable={(table) => table.status_table === 'AVAILABLE' || own(table)}
          value={wanted}
          none={t('options.merge.none')}
          onPick={pick}
        />
      ) : (
        <TablePick
          key="from"
          floor={floor}
          title={t(joining ? 'options.merge.which' : 'options.moveTable.which')}
          shown={(table) => table.request != null}
          usable={own}
          value={null}
          none={t('options.noneTaken')}
          onPick={setOrigin}
        />
      )}
      <MoveFoot
        reason={reason}
        onReason={setReason}
        action={from && to ? t(verb, { from: shortName(from), to: shortName(to) }) : null}
        busy={busy}
        error={moving.error ?? merging.error}
        onGo={go}
      >
        {origin && destination && merges ? (
          <MergeResult origin={origin.id} destination={destination.id} />
        ) : null}
      </MoveFoot>
    </>
  )
}
