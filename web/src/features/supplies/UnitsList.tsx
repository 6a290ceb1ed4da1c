import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Measurement } from '../../api/model'
import { useUnits } from '../../data/catalog/selectOptions'
import { stockKeys } from '../../data/stock/keys'
import { quantity } from '../../ui/format'
import { ListScreen } from '../../ui/list/ListScreen'
import { useStatusFilter } from '../../ui/list/useStatusFilter'
import { UnitDrawer } from './UnitDrawer'

export function UnitsList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const status = useStatusFilter(true)
  const units = useUnits().data ?? []
  const base = (row: Measurement) => units.find((each) => each.id === row.magnitude_id)
  return (
    <ListScreen
      title={t('units.title')}
      entity={{ name: t('units.entity'), feminine: true }}
      tabs={tabs}
      path="/measurements"
      queryKey={stockKeys.units}
      name={(row) => row.name}
      nameLabel={t('units.one')}
      nameSort="name"
      note={(row) => row.symbol}
      columns={[
        {
          key: 'equivalence',
          label: t('units.worth'),
          value: (row) =>
            row.magnitude_id == null
              ? t('units.isBase')
              : `1 ${row.symbol} = ${quantity(row.equivalence)} ${base(row)?.symbol ?? ''}`,
        },
      ]}
      filters={[status]}
      search={t('units.search')}
      summary={(count, active) => t('units.summary', { count, active })}
      setStatus={(row, wanted, key) => write('PUT', `/measurements/${row.id}`, key, { status: wanted })}
      remove={(row, key) => write('DELETE', `/measurements/${row.id}`, key, {})}
      create={{ label: t('units.new'), short: t('units.newShort') }}
      empty={{
        title: t('units.emptyTitle'),
        text: t('units.emptyText'),
        way: t('units.way'),
        wayText: t('units.wayText'),
      }}
      form={(row, close) => <UnitDrawer key={row?.id ?? 'new'} unit={row} onClose={close} />}
    />
  )
}
