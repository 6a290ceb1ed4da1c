import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../api/client'
import type { BillingSeries, BillingType } from '../../api/model'
import { settingsKeys } from '../../data/settings/keys'
import { settingsStale } from '../../data/settings/queries'
import { ListScreen } from '../../ui/list/ListScreen'
import type { Column } from '../../ui/list/types'
import { useStatusFilter } from '../../ui/list/useStatusFilter'
import { usePhone } from '../../ui/viewport'
import { SeriesDrawer } from './SeriesDrawer'

export const numberText = (number: number) => String(number).padStart(8, '0')

/** Lists the series that documents take their numbers from. */
export function SeriesList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const status = useStatusFilter(true)
  const types = useQuery({
    queryKey: settingsKeys.typeNames,
    queryFn: ({ signal }) => list('/billing-types', { page: false }, signal),
  })
  const kinds = types.data?.rows ?? []
  const kindOf = useKindOf(kinds)
  const columns = useColumns(kindOf)
  return (
    <ListScreen
      title={t('billingSetup.title')}
      entity={{ name: t('billingConfig.serieEntity'), feminine: true }}
      path="/billing-series"
      queryKey={settingsKeys.series}
      alsoStale={settingsStale}
      name={(row) => row.serie}
      nameLabel={t('billingConfig.serie')}
      nameSort="serie"
      note={(row) => (phone ? kindOf(row) : null)}
      columns={columns}
      filters={[
        {
          name: 'billing_type_id',
          label: t('billingConfig.type'),
          options: kinds.map((kind) => ({ value: String(kind.id), label: kind.name })),
        },
        status,
      ]}
      search={t('billingConfig.search')}
      summary={(count, active) => t('billingConfig.summary', { count, active })}
      setStatus={(row, wanted, key) => write('PUT', `/billing-series/${row.id}`, key, { status: wanted })}
      remove={(row, key) => write('DELETE', `/billing-series/${row.id}`, key, {})}
      create={{ label: t('billingConfig.new'), short: t('billingConfig.newShort') }}
      tabs={tabs}
      empty={{
        title: t('billingConfig.emptyTitle'),
        text: t('billingConfig.emptyText'),
        way: t('billingConfig.way'),
        wayText: t('billingConfig.wayText'),
      }}
      form={(row, close) => (
        <SeriesDrawer key={row?.id ?? 'new'} series={row} kinds={kinds} onClose={close} />
      )}
    />
  )
}

/** Returns the function that names the kind of documents that a series numbers. */
function useKindOf(kinds: readonly BillingType[]) {
  const { t } = useTranslation()
  return (row: BillingSeries) => {
    const kind = kinds.find((each) => each.id === row.billing_type_id)?.name ?? row.prefix
    return row.is_contingency ? t('billingConfig.inContingency', { kind }) : kind
  }
}

function useColumns(kindOf: (row: BillingSeries) => string): Column<BillingSeries>[] {
  const { t } = useTranslation()
  return [
    { key: 'type', label: t('billingConfig.type'), from: 'tablet', value: kindOf },
    {
      key: 'establishment',
      label: t('billingConfig.establishmentShort'),
      from: 'desktop',
      value: (row) => row.establishment,
    },
    {
      key: 'current_number',
      label: t('billingConfig.current'),
      sortable: true,
      align: 'right',
      strong: true,
      value: (row) => (row.current_number > 0 ? numberText(row.current_number) : t('billingConfig.unused')),
    },
  ]
}
