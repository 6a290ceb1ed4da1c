import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMovements } from '../../../data/inventory/queries'
import type { ItemType } from '../../../data/inventory/types'
import { readSpan } from '../../../ui/dates/periods'
import { businessDay } from '../../../ui/format'
import { InAddress } from '../../../ui/inAddress'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { ListToolbar } from '../../../ui/list/ListToolbar'
import { NoMatch } from '../../../ui/list/NoMatch'
import { Pager } from '../../../ui/list/Pager'
import type { Filter } from '../../../ui/list/types'
import { useListState } from '../../../ui/list/useList'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { usePhone } from '../../../ui/viewport'
import { PeriodChip, PeriodDays } from '../../../widgets/period/PeriodChip'
import c from '../Movements.module.css'
import { MovementSheet } from './MovementSheet'
import { MovementTable } from './MovementTable'
import { reasonsOf } from './movementForm'

const MovementDrawer = lazy(() => import('./MovementDrawer'))

interface Props {
  type: ItemType
  /** True when only waste is recorded here, and users see only their own. */
  waste?: boolean
  tabs?: ReactNode
}

const filterNames = ['type', 'reason', 'status']

/** Lists the movements of one kind of item, with the open one beside them. */
export function MovementsList({ type, waste = false, tabs }: Props) {
  const { t } = useTranslation()
  const [state, change] = useListState(filterNames)
  const [params, setAddress] = useAddress()
  const today = businessDay(Date.now())
  const span = readSpan(params, today, 'all')
  const found = useMovements(type, { state, from: span.from, to: span.to })
  const { rows, total_pages: pages = 1, total_rows: total = 0 } = found.data ?? {}
  const filters = useFilters(waste)
  const narrowed = state.term !== '' || Object.keys(state.filters).length > 0 || span.preset !== 'all'
  const open = (id: number | 'new' | null) => change({ open: id }, { replace: true })
  const opened = typeof state.open === 'number' ? state.open : null
  const moved = (what: Record<string, string | null>, how?: { replace?: boolean }) =>
    setAddress({ ...what, page: null }, how)
  return (
    <OfficePage
      title={t(waste ? 'inventory.waste.title' : 'inventory.title')}
      summary={t(waste ? 'inventory.waste.text' : 'inventory.text')}
      actions={<NewButton waste={waste} onOpen={() => change({ open: 'new' })} />}
    >
      {tabs}
      <div className={c.tools}>
        <ListToolbar
          search={t('inventory.search')}
          filters={filters}
          state={state}
          onChange={change}
          results={found.isPlaceholderData ? undefined : rows && total}
        />
        <div className={c.dates}>
          <PeriodChip span={span} today={today} endless onChange={moved} />
          {span.preset === 'range' ? <PeriodDays span={span} onChange={moved} /> : null}
        </div>
      </div>
      <div className={c.beside} data-open={opened !== null || undefined}>
        <Card label={t('inventory.title')}>
          {!rows ? (
            <div className={c.inside}>
              {found.error ? (
                <Failed
                  title={t('inventory.failed')}
                  error={found.error}
                  onRetry={() => void found.refetch()}
                />
              ) : (
                <Loading label={t('inventory.title')} rows={8} height={52} />
              )}
            </div>
          ) : rows.length === 0 ? (
            <NoMovements
              waste={waste}
              onDropFilters={
                narrowed
                  ? () =>
                      setAddress(
                        { q: null, period: null, from: null, to: null, ...noFilters },
                        { replace: true },
                      )
                  : null
              }
            />
          ) : (
            <>
              <MovementTable rows={rows} opened={opened} onOpen={open} stale={found.isPlaceholderData} />
              <Pager
                page={state.page}
                pages={pages}
                rows={rows.length}
                total={total}
                onPage={(page) => change({ page })}
              />
            </>
          )}
        </Card>
        {opened === null ? null : (
          <MovementSheet
            key={opened}
            type={type}
            id={opened}
            ids={rows?.map((row) => row.id) ?? []}
            readOnly={waste}
            onOpen={open}
            onClose={() => open(null)}
          />
        )}
      </div>
      <InAddress value={true}>
        {state.open === 'new' ? (
          <Suspense fallback={null}>
            <MovementDrawer type={type} waste={waste} onClose={() => open(null)} />
          </Suspense>
        ) : null}
      </InAddress>
    </OfficePage>
  )
}

function NewButton({ waste, onOpen }: { waste: boolean; onOpen: () => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  return (
    <Button leftSection={<IconPlus size={18} stroke={2.2} aria-hidden="true" />} onClick={onOpen}>
      {waste ? t('inventory.form.waste') : t(phone ? 'inventory.newShort' : 'inventory.new')}
    </Button>
  )
}

/** Says that there is no movement; where filters hide them all, it offers to drop these. */
function NoMovements({ waste, onDropFilters }: { waste: boolean; onDropFilters: (() => void) | null }) {
  const { t } = useTranslation()
  if (!onDropFilters)
    return (
      <Empty
        title={t(waste ? 'inventory.waste.none' : 'inventory.none')}
        text={t(waste ? 'inventory.waste.noneText' : 'inventory.noneText')}
      />
    )
  return <NoMatch onDropAll={onDropFilters} />
}

const noFilters = Object.fromEntries(filterNames.map((name) => [name, null]))

function useFilters(waste: boolean): Filter[] {
  const { t } = useTranslation()
  const known = waste
    ? reasonsOf.waste
    : [...new Set([...reasonsOf.in, ...reasonsOf.out, 'COUNT' as const, 'PRODUCTION' as const])]
  const reasons = {
    name: 'reason',
    label: t('inventory.reason'),
    options: known.map((value) => ({ value, label: t(`inventory.reasons.${value}`) })),
  }
  if (waste) return [reasons]
  return [
    {
      name: 'type',
      label: t('inventory.type'),
      options: (['in', 'out'] as const).map((value) => ({ value, label: t(`inventory.types.${value}`) })),
    },
    reasons,
    {
      name: 'status',
      label: t('inventory.status'),
      options: (['APPROVED', 'REJECTED'] as const).map((value) => ({
        value,
        label: t(`inventory.statuses.${value}`),
      })),
    },
  ]
}
