import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Supply } from '../../api/model'
import { catalogKeys } from '../../data/catalog/keys'
import { filterOptions, useCategories } from '../../data/catalog/selectOptions'
import { stockKeys } from '../../data/stock/keys'
import { plain, unitCost } from '../../ui/figures'
import { ListScreen } from '../../ui/list/ListScreen'
import { Tabs, useTab } from '../../ui/list/Tabs'
import type { Column } from '../../ui/list/types'
import { useStatusFilter } from '../../ui/list/useStatusFilter'
import { SheetDialog } from '../../widgets/sheets/SheetDialog'
import { SheetFiles } from '../../widgets/sheets/SheetFiles'
import { useImporting } from '../../widgets/sheets/useImporting'
import { SupplyDrawer } from '../../widgets/supplies/SupplyDrawer'
import c from './Supplies.module.css'
import { UnitsList } from './UnitsList'

/** Lists the supplies that dishes are made of, and their units. */
export default function SuppliesScreen() {
  const { t } = useTranslation()
  const tab = useTab(['supplies', 'units'])
  const tabs = (
    <Tabs
      label={t('supplies.tabs')}
      current={tab}
      tabs={[
        { key: 'supplies', label: t('supplies.title') },
        { key: 'units', label: t('units.title') },
      ]}
    />
  )
  return tab === 'units' ? <UnitsList tabs={tabs} /> : <SuppliesList tabs={tabs} />
}

function SuppliesList({ tabs }: { tabs: React.ReactNode }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const status = useStatusFilter(false)
  const categories = useCategories('SUPPLY')
  const importing = useImporting()
  return (
    <>
      <ListScreen
        title={t('supplies.title')}
        entity={{ name: t('supplies.entity') }}
        tabs={tabs}
        path="/supplies"
        queryKey={stockKeys.supplies}
        alsoStale={[catalogKeys.toppings]}
        name={(row) => row.name}
        nameLabel={t('supplies.one')}
        nameSort="name"
        note={(row) =>
          row.below_min_stock ? (
            <span className={c.short}>
              {t('supplies.short', { min: plain(row.min_stock), unit: row.measurement })}
            </span>
          ) : (
            row.category
          )
        }
        columns={columns}
        filters={[
          { name: 'category_id', label: t('supplies.category'), options: filterOptions(categories.data) },
          {
            name: 'below_min_stock',
            label: t('supplies.stockFilter'),
            options: [{ value: 'true', label: t('supplies.below') }],
          },
          status,
        ]}
        search={t('supplies.search')}
        summary={(count, active) => t('supplies.summary', { count, active })}
        setStatus={(row, wanted, key) => write('PUT', `/supplies/${row.id}`, key, { status: wanted })}
        remove={(row, key) => write('DELETE', `/supplies/${row.id}`, key, {})}
        actions={<SheetFiles sheet="supplies" onImport={importing.open} />}
        create={{ label: t('supplies.new'), short: t('supplies.newShort') }}
        empty={{
          title: t('supplies.emptyTitle'),
          text: t('supplies.emptyText'),
          way: t('supplies.way'),
          wayText: t('supplies.wayText'),
          more: [
            {
              label: t('import.way'),
              text: t('import.of.supplies.wayText'),
              icon: <IconFileSpreadsheet size={22} stroke={1.8} aria-hidden="true" />,
              onClick: importing.open,
            },
          ],
        }}
        form={(row, close) => <SupplyDrawer key={row?.id ?? 'new'} supply={row} onClose={close} />}
      />
      {importing.isOpen ? <SheetDialog sheet="supplies" onClose={importing.close} /> : null}
    </>
  )
}

function useColumns(): Column<Supply>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'unit_cost',
      label: t('supplies.cost'),
      sortable: true,
      align: 'right',
      strong: true,
      value: (row) =>
        row.unit_cost == null
          ? t('supplies.unknown')
          : `${unitCost(row.unit_cost)}\u00a0/\u00a0${row.measurement}`,
    },
    {
      key: 'stock',
      label: t('supplies.stock'),
      sortable: true,
      align: 'right',
      from: 'tablet',
      value: (row) =>
        row.has_stock ? `${plain(row.stock ?? 0)} ${row.measurement}` : t('supplies.notCounted'),
    },
    {
      key: 'min_stock',
      label: t('supplies.min'),
      sortable: true,
      align: 'right',
      from: 'desktop',
      value: (row) => `${plain(row.min_stock)} ${row.measurement}`,
    },
  ]
}
