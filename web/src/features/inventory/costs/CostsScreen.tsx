import { SegmentedControl } from '@mantine/core'
import { IconHelpCircle, IconTargetArrow, IconTrendingUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { filterOptions, useCategories } from '../../../data/catalog/selectOptions'
import { fileQuery } from '../../../ui/fileQuery'
import { businessDay, dayText } from '../../../ui/format'
import { ListCount } from '../../../ui/list/ListSkeleton'
import { useListState } from '../../../ui/list/useList'
import { useAddress } from '../../../ui/useAddress'
import { plusDays } from '../../../ui/zone'
import { AlertStrip } from '../../../widgets/figures/AlertStrip'
import { FiguresList } from '../../../widgets/figures/FiguresList'
import { FileMenu } from '../../../widgets/sheets/FileMenu'
import { CostsTable } from './CostsTable'
import { costsQueryOf, useDishCosts } from './queries'

const alerts = [
  ['ROSE', 'rose', IconTrendingUp, 'warning'],
  ['BELOW_TARGET', 'below_target', IconTargetArrow, 'warning'],
  ['UNKNOWN', 'unknown', IconHelpCircle, 'quiet'],
] as const

const filterNames = ['category_id', 'state']
const spans = ['7', '30', '90', '365'] as const
type Days = (typeof spans)[number]
const usual: Days = '30'

/** Compares what dishes cost now and some time ago: which rose, because of what, and which price would make up for it. */
export function CostsScreen() {
  const { t } = useTranslation()
  const [state, change] = useListState(filterNames)
  const [params, setAddress] = useAddress()
  const days = spans.find((each) => each === params.get('days')) ?? usual
  const since = plusDays(businessDay(Date.now()), -Number(days))
  const found = useDishCosts(state, since)
  const categories = useCategories('PRODUCT')
  const totals = found.data?.totals
  const choose = (key: string | null) => {
    const { state: _, ...others } = state.filters
    change({ filters: key ? { ...others, state: [key] } : others })
  }
  return (
    <FiguresList
      title={t('dishCosts.title')}
      summary={totals ? t('dishCosts.summary', { count: totals.dishes, day: dayText(since) }) : <ListCount />}
      actions={
        <FileMenu
          name={found.data && t('dishCosts.title')}
          path="/dish-costs/file"
          query={fileQuery(costsQueryOf(state, since))}
        />
      }
      strip={
        <AlertStrip
          kinds={alerts}
          totals={totals}
          words={(key, count) => t(`dishCosts.alert.${key}`, { count })}
          chosen={state.filters.state ?? []}
          onChoose={choose}
        />
      }
      search={t('dishCosts.search')}
      filters={[
        { name: 'category_id', label: t('stockList.category'), options: filterOptions(categories.data) },
      ]}
      narrowing={
        <SegmentedControl
          size="md"
          aria-label={t('dishCosts.compare')}
          value={days}
          onChange={(value) => setAddress({ days: value === usual ? null : value, page: null })}
          data={spans.map((value) => ({ value, label: t(`dishCosts.spans.${value}`) }))}
        />
      }
      state={state}
      change={change}
      found={found}
      failed={t('dishCosts.failed')}
      empty={{ title: t('dishCosts.emptyTitle'), text: t('dishCosts.emptyText') }}
      table={(rows, stale) => (
        <CostsTable rows={rows} sort={state.sort} stale={stale} onSort={(sort) => change({ sort })} />
      )}
    />
  )
}
