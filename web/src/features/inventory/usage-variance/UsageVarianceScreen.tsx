import { IconCheck, IconClipboardOff, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { StockUse, UseTotals } from '../../../api/model'
import { readSpan } from '../../../ui/dates/periods'
import { plain } from '../../../ui/figures'
import { fileQuery } from '../../../ui/fileQuery'
import { businessDay, centimos, money } from '../../../ui/format'
import { ListCount } from '../../../ui/list/ListSkeleton'
import type { Filter } from '../../../ui/list/types'
import { useListState } from '../../../ui/list/useList'
import { useAddress } from '../../../ui/useAddress'
import { AlertStrip } from '../../../widgets/figures/AlertStrip'
import c from '../../../widgets/figures/Figures.module.css'
import { FiguresList } from '../../../widgets/figures/FiguresList'
import { PeriodChip, PeriodDays } from '../../../widgets/period/PeriodChip'
import { FileMenu } from '../../../widgets/sheets/FileMenu'
import { useStockUses, usesQueryOf } from './queries'
import { UsageVarianceTable } from './UsageVarianceTable'

const alerts = [
  ['MISSING', 'missing', IconTrendingDown, 'bad'],
  ['SURPLUS', 'surplus', IconTrendingUp, 'warning'],
  ['EXACT', 'exact', IconCheck, 'quiet'],
  ['NOT_COUNTED', 'not_counted', IconClipboardOff, 'quiet'],
] as const

const filterNames = ['item_type', 'state']

/** Compares the use by recipes with what counts found: what is missing, and what that is worth. */
export function UsageVarianceScreen() {
  const { t } = useTranslation()
  const [state, change] = useListState(filterNames)
  const [params, setAddress] = useAddress()
  const today = businessDay(Date.now())
  const span = readSpan(params, today)
  const found = useStockUses(state, span)
  const { totals, rows } = found.data ?? {}
  const filters = useFilters()
  const choose = (key: string | null) => {
    const { state: _, ...others } = state.filters
    change({ filters: key ? { ...others, state: [key] } : others })
  }
  return (
    <FiguresList
      title={t('stockUse.title')}
      summary={totals ? t('stockUse.text') : <ListCount />}
      actions={
        <FileMenu
          name={found.data && t('stockUse.title')}
          path="/stock/use/file"
          query={fileQuery(usesQueryOf(state, span))}
        />
      }
      strip={
        <>
          <AlertStrip
            kinds={alerts}
            totals={totals}
            words={(key, count) => t(`stockUse.alert.${key}`, { count })}
            chosen={state.filters.state ?? []}
            onChoose={choose}
          />
          {totals && rows ? (
            <Sentence totals={totals} rows={state.page === 1 && !state.sort ? rows : []} />
          ) : null}
        </>
      }
      search={t('stockList.search')}
      filters={filters}
      narrowing={
        <>
          <PeriodChip span={span} today={today} onChange={setAddress} />
          {span.preset === 'range' ? <PeriodDays span={span} onChange={setAddress} /> : null}
        </>
      }
      state={state}
      change={change}
      found={found}
      failed={t('stockUse.failed')}
      empty={{ title: t('stockUse.emptyTitle'), text: t('stockUse.emptyText') }}
      table={(shown, stale) => (
        <UsageVarianceTable
          rows={shown}
          sort={state.sort}
          stale={stale}
          onSort={(sort) => change({ sort })}
        />
      )}
    />
  )
}

function useFilters(): Filter[] {
  const { t } = useTranslation()
  return [
    {
      name: 'item_type',
      label: t('stockList.kind'),
      options: (['SUPPLY', 'PRODUCT'] as const).map((value) => ({
        value,
        label: t(`stockList.kinds.${value}`),
      })),
    },
  ]
}

/** Sums the losses up: "Faltan S/ 312.40 en 5 ítems; lo que más: 2.4 kg de lomo (S/ 96.00)." */
function Sentence({ totals, rows }: { totals: UseTotals; rows: StockUse[] }) {
  const { t } = useTranslation()
  const worth = (text: string) => money(centimos(text.replace('-', '')))
  if (totals.pending > 0) return <p className={c.said}>{t('stockUse.pending')}</p>
  if (totals.missing === 0) {
    const counted = totals.exact + totals.surplus > 0
    return <p className={c.said}>{t(counted ? 'stockUse.nothingMissing' : 'stockUse.nothingCounted')}</p>
  }
  const known = rows.filter((row) => row.state === 'MISSING' && row.difference_value != null)
  const worst = known.toSorted((a, b) => Number(a.difference_value) - Number(b.difference_value))[0]
  return (
    <p className={c.said}>
      <b>{t('stockUse.said', { count: totals.missing, value: worth(totals.missing_value) })}</b>{' '}
      {worst
        ? t('stockUse.worst', {
            quantity: `${plain((worst.difference ?? '0').replace('-', ''))} ${worst.measurement}`,
            name: worst.name,
            value: worth(worst.difference_value ?? '0'),
          })
        : null}
    </p>
  )
}
