import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '../../../../session/permissions'
import { useUser } from '../../../../session/session'
import { readSpan } from '../../../../ui/dates/periods'
import { businessDay } from '../../../../ui/format'
import { InAddress } from '../../../../ui/inAddress'
import { Empty, Failed, Loading } from '../../../../ui/LoadState'
import { ListToolbar } from '../../../../ui/list/ListToolbar'
import { NoMatch } from '../../../../ui/list/NoMatch'
import { Pager } from '../../../../ui/list/Pager'
import type { Filter } from '../../../../ui/list/types'
import { useListState } from '../../../../ui/list/useList'
import { Card, OfficePage } from '../../../../ui/OfficePage'
import { useAddress } from '../../../../ui/useAddress'
import { PeriodChip, PeriodDays } from '../../../../widgets/period/PeriodChip'
import c from '../../Movements.module.css'
import { useProductions } from '../queries'
import { ProductionSheet } from './ProductionSheet'
import own from './Productions.module.css'
import { ProductionTable } from './ProductionTable'

const ProduceDrawer = lazy(() => import('../make/ProduceDrawer'))

const filterNames = ['status']

/** Lists the productions, with the open one beside the list; a cook sees their own, without costs. */
export function ProductionsScreen() {
  const { t } = useTranslation()
  const cooks = !may(useUser(), 'edit_catalog')
  const [state, change] = useListState(filterNames)
  const [params, setAddress] = useAddress()
  const today = businessDay(Date.now())
  const span = readSpan(params, today, 'all')
  const found = useProductions({ state, from: span.from, to: span.to })
  const { rows, total_pages: pages = 1, total_rows: total = 0 } = found.data ?? {}
  const narrowed = state.term !== '' || Object.keys(state.filters).length > 0 || span.preset !== 'all'
  const filters = useFilters()
  const open = (id: number | 'new' | null) => change({ open: id }, { replace: true })
  const opened = typeof state.open === 'number' ? state.open : null
  const moved = (what: Record<string, string | null>, how?: { replace?: boolean }) =>
    setAddress({ ...what, page: null }, how)
  return (
    <OfficePage
      title={t('productions.title')}
      summary={t(cooks ? 'productions.textCook' : 'productions.text')}
      actions={
        <Button
          className={cooks ? own.roomy : undefined}
          leftSection={<IconPlus size={18} stroke={2.2} aria-hidden="true" />}
          onClick={() => change({ open: 'new' })}
        >
          {t('productions.make')}
        </Button>
      }
    >
      <div className={c.tools}>
        <ListToolbar
          search={t('productions.search')}
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
        <Card label={t('productions.title')}>
          {!rows ? (
            <div className={c.inside}>
              {found.error ? (
                <Failed
                  title={t('productions.failed')}
                  error={found.error}
                  onRetry={() => void found.refetch()}
                />
              ) : (
                <Loading label={t('productions.title')} rows={8} height={52} />
              )}
            </div>
          ) : rows.length === 0 ? (
            <NoProductions
              onDropFilters={narrowed ? () => setAddress(noNarrowing, { replace: true }) : null}
            />
          ) : (
            <>
              <ProductionTable
                rows={rows}
                opened={opened}
                cooks={cooks}
                stale={found.isPlaceholderData}
                onOpen={open}
              />
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
          <ProductionSheet
            key={opened}
            id={opened}
            ids={rows?.map((row) => row.id) ?? []}
            cooks={cooks}
            onOpen={open}
            onClose={() => open(null)}
          />
        )}
      </div>
      <InAddress value={true}>
        {state.open === 'new' ? (
          <Suspense fallback={null}>
            <ProduceDrawer onClose={() => open(null)} />
          </Suspense>
        ) : null}
      </InAddress>
    </OfficePage>
  )
}

/** Says that there is no production; where filters hide them all, it offers to drop these. */
function NoProductions({ onDropFilters }: { onDropFilters: (() => void) | null }) {
  const { t } = useTranslation()
  if (!onDropFilters) return <Empty title={t('productions.none')} text={t('productions.noneText')} />
  return <NoMatch onDropAll={onDropFilters} />
}

const noNarrowing = { q: null, period: null, from: null, to: null, status: null }

function useFilters(): Filter[] {
  const { t } = useTranslation()
  return [
    {
      name: 'status',
      label: t('productions.status'),
      options: (['APPROVED', 'REJECTED'] as const).map((value) => ({
        value,
        label: t(`productions.statuses.${value}`),
      })),
    },
  ]
}
