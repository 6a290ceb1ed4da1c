import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { choiceKeys } from '../../../data/catalog/choiceKeys'
import { ruleOf } from '../../../data/catalog/choiceRule'
import { catalogKeys } from '../../../data/catalog/keys'
import { quantity } from '../../../ui/format'
import { ListScreen } from '../../../ui/list/ListScreen'
import { ChoiceGroupDrawer } from './ChoiceGroupDrawer'

/** Lists the groups of options that are chosen with a product: how many of which, and how many products offer them. */
export function ChoiceGroupsList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  return (
    <ListScreen
      title={t('choiceGroups.title')}
      entity={{ name: t('choiceGroups.entity') }}
      tabs={tabs}
      path="/choice-groups"
      queryKey={choiceKeys.groups}
      alsoStale={[catalogKeys.sale]}
      name={(row) => row.name}
      nameLabel={t('choiceGroups.one')}
      nameSort="name"
      note={ruleOf}
      columns={[
        {
          key: 'options',
          label: t('choiceGroups.options'),
          value: (row) => row.options.map((option) => option.name).join(', '),
        },
        {
          key: 'products',
          label: t('choiceGroups.products'),
          align: 'right',
          from: 'tablet',
          sortable: true,
          value: (row) => quantity(row.products),
        },
      ]}
      search={t('choiceGroups.search')}
      summary={(count) => t('choiceGroups.summary', { count })}
      remove={(row, key) => write('DELETE', `/choice-groups/${row.id}`, key, {})}
      removeText={() => t('choiceGroups.removeText')}
      create={{ label: t('choiceGroups.new'), short: t('choiceGroups.newShort') }}
      empty={{
        title: t('choiceGroups.emptyTitle'),
        text: t('choiceGroups.emptyText'),
        way: t('choiceGroups.way'),
        wayText: t('choiceGroups.wayText'),
      }}
      form={(row, close) => <ChoiceGroupDrawer key={row?.id ?? 'new'} group={row} onClose={close} />}
    />
  )
}
