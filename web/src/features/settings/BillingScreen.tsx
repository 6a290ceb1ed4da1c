import { useTranslation } from 'react-i18next'
import { Tabs, useTab } from '../../ui/list/Tabs'
import { SetupScreen } from './billing-setup/SetupScreen'
import { LawList } from './law/LawList'
import { SeriesList } from './SeriesList'
import { TypesList } from './TypesList'

/** Shows how documents reach the tax authority, their series and kinds, and the figures of the law. */
export function BillingScreen() {
  const { t } = useTranslation()
  const tab = useTab(['setup', 'series', 'types', 'law'])
  const tabs = (
    <Tabs
      label={t('billingConfig.tabs.label')}
      tabs={[
        { key: 'setup', label: t('billingConfig.tabs.setup') },
        { key: 'series', label: t('billingConfig.tabs.series') },
        { key: 'types', label: t('billingConfig.tabs.types') },
        { key: 'law', label: t('billingConfig.tabs.law') },
      ]}
      current={tab}
    />
  )
  if (tab === 'setup') return <SetupScreen tabs={tabs} />
  if (tab === 'law') return <LawList tabs={tabs} />
  return tab === 'series' ? <SeriesList tabs={tabs} /> : <TypesList tabs={tabs} />
}
