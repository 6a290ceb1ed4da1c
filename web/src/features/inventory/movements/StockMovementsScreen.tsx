import { useTranslation } from 'react-i18next'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { Tabs, useTab } from '../../../ui/list/Tabs'
import { MovementsList } from './MovementsList'

/** Lists the movements recorded by hand; a cook sees the waste that they recorded. */
export function StockMovementsScreen() {
  const { t } = useTranslation()
  const user = useUser()
  const tab = useTab(['supplies', 'products'])
  if (!may(user, 'edit_catalog') && !user.is_super_admin) return <MovementsList type="SUPPLY" waste />
  const type = tab === 'products' ? 'PRODUCT' : 'SUPPLY'
  return (
    <MovementsList
      key={type}
      type={type}
      tabs={
        <Tabs
          label={t('inventory.tabs')}
          current={tab}
          tabs={[
            { key: 'supplies', label: t('inventory.supplies') },
            { key: 'products', label: t('inventory.products') },
          ]}
        />
      }
    />
  )
}
