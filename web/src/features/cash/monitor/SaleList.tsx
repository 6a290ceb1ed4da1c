import { useTranslation } from 'react-i18next'
import type { SoldDocument } from '../../../api/model'
import { useWaiters } from '../../../data/people/useWaiters'
import { useBillingTypes } from '../../../data/reports/sales/queries'
import { channels } from '../../../data/reports/sales/salesFilters'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { readSpan } from '../../../ui/dates/periods'
import { businessDay } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { ListToolbar } from '../../../ui/list/ListToolbar'
import { NoMatch } from '../../../ui/list/NoMatch'
import { Pager } from '../../../ui/list/Pager'
import type { Filter } from '../../../ui/list/types'
import { useLastPage, useListState } from '../../../ui/list/useList'
import { Card } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { PeriodChip, PeriodDays } from '../../../widgets/period/PeriodChip'
import c from './Monitor.module.css'
import { filterNames, usePaymentOptionFilters, useSaleBillings } from './queries'
import { SaleFigures } from './SaleFigures'
import { SaleTable } from './SaleTable'

interface Props {
  opened: number | null
  onOpen: (billing: number, rows: SoldDocument[]) => void
  onVoid: (sale: SoldDocument) => void
}

/** Lists sales with filters, and their sum by way of paying. */
export function SaleList({ opened, onOpen, onVoid }: Props) {
  const { t } = useTranslation()
  const [state, change] = useListState(filterNames)
  const [params, setAddress] = useAddress()
  const today = businessDay(Date.now())
  const span = readSpan(params, today, 'today')
  const found = useSaleBillings(state, span)
  const seesAll = may(useUser(), 'see_reports')
  const { rows, totals, total_pages: pages = 1, total_rows: total = 0 } = found.data ?? {}
  const filters = useFilters(seesAll)
  const setPeriod: typeof setAddress = (what, how) => setAddress({ ...what, page: null }, how)
  const narrowed = state.term !== '' || Object.keys(state.filters).length > 0
  useLastPage(found, state.page, change)
  return (
    <div className={c.sales}>
      <ListToolbar
        search={t('monitor.search')}
        filters={filters}
        state={state}
        onChange={change}
        results={found.isPlaceholderData ? undefined : rows && total}
        first={<PeriodChip span={span} today={today} onChange={setPeriod} />}
      />
      {span.preset === 'range' ? (
        <div className={c.days}>
          <PeriodDays span={span} onChange={setPeriod} />
        </div>
      ) : null}
      {rows && totals ? (
        <Card label={t('monitor.sales')}>
          <SaleFigures totals={totals} />
          {rows.length === 0 ? (
            <NoSales onDropFilters={narrowed ? () => change({ term: '', filters: {} }) : null} />
          ) : (
            <>
              <SaleTable
                rows={rows}
                oneDay={span.from !== null && span.from === span.to}
                stale={found.isPlaceholderData}
                opened={opened}
                onOpen={(id) => onOpen(id, rows)}
                onVoid={onVoid}
              />
              {rows.some((row) => row.voided) ? <p className={c.said}>{t('monitor.voidedSaid')}</p> : null}
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
      ) : found.isError ? (
        <Card>
          <Failed title={t('monitor.failed')} error={found.error} onRetry={() => void found.refetch()} />
        </Card>
      ) : (
        <Loading label={t('monitor.sales')} rows={8} height={56} />
      )}
    </div>
  )
}

/** Returns what the list can be filtered by; people only for those who see the sales of others. */
function useFilters(seesAll: boolean): Filter[] {
  const { t } = useTranslation()
  const options = {
    sale_by: channels.map((value) => ({ value, label: t(`salesReport.channels.${value}`) })),
    billing_type_id: useBillingTypes(),
    payment_option: usePaymentOptionFilters(),
    user_id: useWaiters(seesAll),
  }
  return filterNames
    .filter((name) => name !== 'user_id' || seesAll)
    .map((name) => ({ name, label: t(`monitor.filters.${name}`), options: options[name], single: true }))
}

/** Says that there is no sale; where filters hide them all, it offers to drop these. */
function NoSales({ onDropFilters }: { onDropFilters: (() => void) | null }) {
  const { t } = useTranslation()
  if (!onDropFilters) return <Empty title={t('monitor.none')} text={t('monitor.noneText')} />
  return <NoMatch onDropAll={onDropFilters} />
}
