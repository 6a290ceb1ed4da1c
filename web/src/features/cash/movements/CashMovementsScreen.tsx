import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMovementList } from '../../../data/cash/queries'
import { useWaiters } from '../../../data/people/useWaiters'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { readSpan } from '../../../ui/dates/periods'
import { spanText } from '../../../ui/dates/spanText'
import { fileQuery } from '../../../ui/fileQuery'
import { businessDay } from '../../../ui/format'
import { ListCount } from '../../../ui/list/ListSkeleton'
import { perPage, useListState } from '../../../ui/list/useList'
import { useAddress } from '../../../ui/useAddress'
import { FiguresList } from '../../../widgets/figures/FiguresList'
import { PeriodChip, PeriodDays } from '../../../widgets/period/PeriodChip'
import { FileMenu } from '../../../widgets/sheets/FileMenu'
import { MovementDialog } from '../MovementDialog'
import { RejectDialog } from '../RejectDialog'
import { MovementFigures } from './MovementFigures'
import c from './Movements.module.css'
import { MovementTable } from './MovementTable'
import { kinds, movementsQueryOf, statusFilters } from './movementFilters'
import { NoOpenCycleNotice } from './NoOpenCycleNotice'
import { useWritableCycles } from './useWritableCycles'

const filterNames = ['status', 'movement_type', 'user_id']

/** Lists the money that came into the drawers or left them without a sale, across cycles. */
export function CashMovementsScreen() {
  const { t } = useTranslation()
  const [state, change] = useListState(filterNames)
  const [params, setAddress] = useAddress()
  const today = businessDay(Date.now())
  const span = readSpan(params, today)
  const { asked, all } = movementsQueryOf(state, span, perPage)
  const found = useMovementList(asked)
  const sums = useMovementList(all).data?.totals
  const cycles = useWritableCycles()
  const seesAll = may(useUser(), 'see_reports')
  const people = useWaiters(seesAll)
  const [adding, setAdding] = useState(false)
  const [rejecting, setRejecting] = useState<number | null>(null)
  const rejected = found.data?.rows.find((each) => each.id === rejecting)
  const set = (name: string, value: string | null) => {
    const { [name]: _, ...others } = state.filters
    change({ filters: value === null ? others : { ...others, [name]: [value] } })
  }
  const words = span.preset === 'all' ? t('movementList.allDays') : spanText(span, today, t)
  const status = asked.status ?? 'ALL'
  const kind = asked.movement_type ?? 'BOTH'
  // The number of movements of another kind or state, in the same days.
  const others = sums ? sums.approved + sums.rejected : 0
  return (
    <>
      <FiguresList
        title={t('movementList.title')}
        summary={
          found.data ? (
            t('movementList.summary', { count: found.data.total_rows, span: words })
          ) : (
            <ListCount />
          )
        }
        actions={
          <Actions
            canSave={!!found.data}
            query={fileQuery(asked)}
            onAdd={cycles.first ? () => setAdding(true) : null}
          />
        }
        strip={
          <>
            {cycles.none ? <NoOpenCycleNotice /> : null}
            <MovementFigures sums={sums} />
          </>
        }
        search={t('movementList.search')}
        filters={
          seesAll ? [{ name: 'user_id', label: t('movementList.person'), options: people, single: true }] : []
        }
        narrowing={
          <Narrowing
            status={status}
            kind={kind}
            span={span}
            today={today}
            onSet={set}
            onPeriod={(what, how) => setAddress({ ...what, page: null }, how)}
          />
        }
        state={state}
        change={change}
        found={found}
        failed={t('movementList.failed')}
        empty={{
          title: t(`movementList.none.${kind}`),
          text: others ? t('movementList.others', { count: others }) : t('movementList.noneText'),
          way: others ? (
            <Button
              variant="default"
              onClick={() => change({ filters: { ...state.filters, status: [], movement_type: [] } })}
            >
              {t('movementList.seeOthers')}
            </Button>
          ) : null,
        }}
        table={(rows, stale) => (
          <MovementTable
            rows={rows}
            stale={stale}
            isOpen={cycles.isOpen}
            onReject={(movement) => setRejecting(movement.id)}
          />
        )}
      />
      {adding && cycles.first ? (
        <MovementDialog cycleId={cycles.first} cycles={cycles.choices} onClose={() => setAdding(false)} />
      ) : null}
      {rejected ? <RejectDialog movement={rejected} onClose={() => setRejecting(null)} /> : null}
    </>
  )
}

interface ActionsProps {
  /** True when the list is there, so that it can be saved as a file. */
  canSave: boolean
  query: ReturnType<typeof fileQuery>
  /** It is null while no cash box is open. */
  onAdd: (() => void) | null
}

function Actions({ canSave, query, onAdd }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <FileMenu
        name={canSave ? t('movementList.title') : undefined}
        path="/cash-movements/file"
        query={query}
        words={(format) => ({
          label: t(`report.file.${format}.label`),
          text: t(`report.file.${format}.text`),
        })}
      />
      <Button
        leftSection={<IconPlus size={20} stroke={2.2} aria-hidden="true" />}
        disabled={!onAdd}
        onClick={onAdd ?? undefined}
      >
        {t('movementList.add')}
      </Button>
    </>
  )
}

interface NarrowingProps {
  status: (typeof statusFilters)[number]
  kind: (typeof kinds)[number]
  span: ReturnType<typeof readSpan>
  today: string
  onSet: (name: string, value: string | null) => void
  onPeriod: ReturnType<typeof useAddress>[1]
}

/** Narrows the list to a state, a kind and days. */
function Narrowing({ status, kind, span, today, onSet, onPeriod }: NarrowingProps) {
  const { t } = useTranslation()
  return (
    <>
      <SegmentedControl
        size="md"
        className={c.segment}
        aria-label={t('movementList.status')}
        value={status}
        onChange={(value) => onSet('status', value === 'ALL' ? null : value)}
        data={statusFilters.map((value) => ({ value, label: t(`movementList.states.${value}`) }))}
      />
      <SegmentedControl
        size="md"
        className={c.segment}
        aria-label={t('cash.movementType')}
        value={kind}
        onChange={(value) => onSet('movement_type', value === 'BOTH' ? null : value)}
        data={kinds.map((value) => ({ value, label: t(`movementList.kinds.${value}`) }))}
      />
      <PeriodChip span={span} today={today} endless onChange={onPeriod} />
      {span.preset === 'range' ? <PeriodDays span={span} onChange={onPeriod} /> : null}
    </>
  )
}
