import { Button, Switch } from '@mantine/core'
import { IconClipboardCheck, IconShoppingCart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { filterOptions, useCategories } from '../../../data/catalog/selectOptions'
import { useStock } from '../../../data/inventory/queries'
import type { StockTotals } from '../../../data/inventory/types'
import { centimos, money } from '../../../ui/format'
import { Empty, Failed } from '../../../ui/LoadState'
import { ListCount } from '../../../ui/list/ListSkeleton'
import { ListToolbar } from '../../../ui/list/ListToolbar'
import { NoMatch } from '../../../ui/list/NoMatch'
import { Pager } from '../../../ui/list/Pager'
import type { Filter } from '../../../ui/list/types'
import { useLastPage, useListState } from '../../../ui/list/useList'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { usePhone } from '../../../ui/viewport'
import { NewItem } from './NewItem'
import c from './Stock.module.css'
import { StockAlerts } from './StockAlerts'
import { StockDrawers } from './StockDrawers'
import { StockTable } from './StockTable'

const filterNames = ['item_type', 'category_id', 'alert', 'below_min_stock']

/** Lists the stock of everything that is counted: how long it lasts, what it is worth, and which items need somebody. */
export function StockScreen() {
  const { t } = useTranslation()
  const phone = usePhone()
  const [state, change] = useListState(filterNames)
  const stock = useStock(state)
  const { rows, totals, total_pages: pages = 1, total_rows: total = 0 } = stock.data ?? {}
  const narrowed = state.term !== '' || Object.keys(state.filters).length > 0
  const below = state.filters.below_min_stock !== undefined
  const filters = useFilters(phone)
  const setFilter = (name: string, value: string | null) => {
    const { [name]: _, ...others } = state.filters
    change({ filters: value ? { ...others, [name]: [value] } : others })
  }
  useLastPage(stock, state.page, change)
  return (
    <OfficePage
      title={t('stockList.title')}
      summary={totals ? <Worth totals={totals} /> : stock.isError ? t('lists.notFetched') : <ListCount />}
      actions={<Actions />}
    >
      <StockAlerts
        totals={totals}
        chosen={state.filters.alert ?? []}
        onChoose={(alert) => setFilter('alert', alert)}
      />
      <ListToolbar
        search={t('stockList.search')}
        filters={filters}
        state={state}
        onChange={change}
        results={stock.isPlaceholderData ? undefined : rows && total}
      >
        {phone ? null : (
          <OnlyBelow checked={below} onChange={() => setFilter('below_min_stock', below ? null : 'true')} />
        )}
      </ListToolbar>
      <Card label={t('stockList.title')}>
        <StockTable
          rows={rows}
          sort={state.sort}
          stale={stock.isPlaceholderData}
          onSort={rows ? (sort) => change({ sort }) : undefined}
        />
        {stock.isError && !rows ? (
          <Failed title={t('stockList.failed')} error={stock.error} onRetry={() => void stock.refetch()} />
        ) : rows?.length === 0 ? (
          <NoStock onDropFilters={narrowed ? () => change({ term: '', filters: {} }) : null} />
        ) : rows ? (
          <Pager
            page={state.page}
            pages={pages}
            rows={rows.length}
            total={total}
            onPage={(page) => change({ page })}
          />
        ) : null}
      </Card>
      <StockDrawers />
    </OfficePage>
  )
}

function OnlyBelow({ checked, onChange }: { checked: boolean; onChange: () => void }) {
  const { t } = useTranslation()
  return (
    <Switch
      className={c.only}
      size="md"
      label={t('stockList.onlyBelow')}
      checked={checked}
      onChange={onChange}
    />
  )
}

function Actions() {
  const { t } = useTranslation()
  return (
    <>
      <NewItem />
      <Button
        component={Link}
        to="/inventory/counts"
        variant="default"
        leftSection={<IconClipboardCheck size={18} stroke={2} aria-hidden="true" />}
      >
        {t('stockList.count')}
      </Button>
      <Button
        component={Link}
        to="/inventory/to-buy"
        leftSection={<IconShoppingCart size={18} stroke={2} aria-hidden="true" />}
      >
        {t('stockList.toBuy')}
      </Button>
    </>
  )
}

/** Says that nothing is counted; where filters hide it all, it offers to drop these. */
function NoStock({ onDropFilters }: { onDropFilters: (() => void) | null }) {
  const { t } = useTranslation()
  if (!onDropFilters) return <Empty title={t('stockList.emptyTitle')} text={t('stockList.emptyText')} />
  return <NoMatch onDropAll={onDropFilters} />
}

/** Sums the stock up: "148 ítems con control valen S/ 18,420.60 al costo", and says what that leaves out. */
function Worth({ totals }: { totals: StockTotals }) {
  const { t } = useTranslation()
  return [
    t('stockList.worth', { count: totals.items, value: money(centimos(totals.value)) }),
    totals.without_cost > 0 && !totals.pending
      ? t('stockList.withoutCost', { count: totals.without_cost })
      : null,
    totals.pending ? t('stockList.pending') : null,
  ]
    .filter(Boolean)
    .join(' · ')
}

function useFilters(phone: boolean): Filter[] {
  const { t } = useTranslation()
  const supplies = useCategories('SUPPLY').data ?? []
  const products = useCategories('PRODUCT').data ?? []
  return [
    {
      name: 'category_id',
      label: t('stockList.category'),
      options: filterOptions([...supplies, ...products]),
    },
    {
      name: 'item_type',
      label: t('stockList.kind'),
      options: (['SUPPLY', 'PRODUCT'] as const).map((value) => ({
        value,
        label: t(`stockList.kinds.${value}`),
      })),
    },
    ...(phone
      ? [
          {
            name: 'below_min_stock',
            label: t('stockList.minimum'),
            options: [{ value: 'true', label: t('stockList.onlyBelow') }],
          },
        ]
      : []),
  ]
}
