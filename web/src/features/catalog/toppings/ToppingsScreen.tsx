import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { ToppingView } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { filterOptions, useCategories } from '../../../data/catalog/selectOptions'
import { amount, centimos, quantity } from '../../../ui/format'
import { ListScreen } from '../../../ui/list/ListScreen'
import { Tabs, useTab } from '../../../ui/list/Tabs'
import type { Column } from '../../../ui/list/types'
import { useStatusFilter } from '../../../ui/list/useStatusFilter'
import { ChoiceGroupsList } from '../choices/ChoiceGroupsList'
import { SoldOut } from '../SoldOut'
import { CommentsList } from './CommentsList'
import { ToppingDrawer } from './ToppingDrawer'

/** Lists what can be added to a dish, or chosen with it, and comments to the cook. */
export function ToppingsScreen() {
  const { t } = useTranslation()
  const tab = useTab(['toppings', 'choices', 'comments'])
  const tabs = (
    <Tabs
      label={t('toppings.tabs')}
      current={tab}
      tabs={[
        { key: 'toppings', label: t('toppings.title') },
        { key: 'choices', label: t('choiceGroups.title') },
        { key: 'comments', label: t('comments.title') },
      ]}
    />
  )
  if (tab === 'choices') return <ChoiceGroupsList tabs={tabs} />
  return tab === 'comments' ? <CommentsList tabs={tabs} /> : <ToppingsList tabs={tabs} />
}

function ToppingsList({ tabs }: { tabs: React.ReactNode }) {
  const { t } = useTranslation()
  const status = useStatusFilter(false)
  const categories = useCategories('TOPPING')
  const columns = useColumns()
  return (
    <ListScreen
      title={t('toppings.title')}
      entity={{ name: t('toppings.entity') }}
      tabs={tabs}
      path="/toppings"
      queryKey={catalogKeys.toppings}
      alsoStale={[catalogKeys.sale]}
      name={(row) => row.name}
      nameLabel={t('toppings.one')}
      nameSort="name"
      note={(row) =>
        row.sold_out ? t('products.soldOutToday') : t('toppings.offered', { count: row.products })
      }
      menu={(row) => (
        <SoldOut path={`/toppings/${row.id}/sold-out`} row={row} queryKey={catalogKeys.toppings} />
      )}
      columns={columns}
      filters={[
        ...(categories.data?.length
          ? [{ name: 'category_id', label: t('toppings.category'), options: filterOptions(categories.data) }]
          : []),
        {
          name: 'has_recipe',
          label: t('toppings.recipe'),
          options: [{ value: 'true', label: t('toppings.withRecipe') }],
        },
        status,
      ]}
      search={t('toppings.search')}
      summary={(count, active) => t('toppings.summary', { count, active })}
      setStatus={(row, wanted, key) => write('PUT', `/toppings/${row.id}`, key, { status: wanted })}
      remove={(row, key) => write('DELETE', `/toppings/${row.id}`, key, {})}
      create={{ label: t('toppings.new'), short: t('toppings.newShort') }}
      empty={{
        title: t('toppings.emptyTitle'),
        text: t('toppings.emptyText'),
        way: t('toppings.way'),
        wayText: t('toppings.wayText'),
      }}
      form={(row, close) => <ToppingDrawer key={row?.id ?? 'new'} topping={row} onClose={close} />}
    />
  )
}

function useColumns(): Column<ToppingView>[] {
  const { t } = useTranslation()
  const takes = (row: ToppingView) =>
    row.has_recipe
      ? t('toppings.recipeOf', { count: row.supply_items.length })
      : row.has_stock && row.supply
        ? `${quantity(row.supply_quantity ?? '1')} ${row.measurement ?? ''} ${row.supply}`
        : t('toppings.takesNothing')
  return [
    { key: 'takes', label: t('toppings.takes'), from: 'tablet', value: takes },
    {
      key: 'food_cost',
      label: t('toppings.cost'),
      align: 'right',
      from: 'desktop',
      value: (row) => (row.food_cost == null ? t('toppings.unknown') : amount(centimos(row.food_cost))),
    },
    {
      key: 'sale_amount',
      label: t('toppings.price'),
      sortable: true,
      align: 'right',
      strong: true,
      value: (row) => amount(centimos(row.sale_amount)),
    },
  ]
}
