import { useTranslation } from 'react-i18next'
import { Tabs, useTab } from '../../ui/list/Tabs'
import { CashboxList } from './CashboxList'
import { ShiftList } from './ShiftList'

/** Lists the cash boxes and the shifts. */
export function CashboxesScreen() {
  const { t } = useTranslation()
  const tab = useTab(['boxes', 'turns'])
  const tabs = (
    <Tabs
      label={t('cashboxes.tabs')}
      current={tab}
      tabs={[
        { key: 'boxes', label: t('cashboxes.boxes') },
        { key: 'turns', label: t('cashboxes.turn.title') },
      ]}
    />
  )
  return tab === 'boxes' ? <CashboxList tabs={tabs} /> : <ShiftList tabs={tabs} />
}
