import { useTranslation } from 'react-i18next'
import { Tabs, useTab } from '../../ui/list/Tabs'
import { SeriesList } from './SeriesList'
import { TypesList } from './TypesList'

/** How documents are numbered, and which there are. */
export function Screen() {
  const { t } = useTranslation()
  const tab = useTab(['series', 'types'])
  const tabs = (
    <Tabs
      label={t('billingConfig.tabs.label')}
      tabs={[
        { key: 'series', label: t('billingConfig.tabs.series') },
        { key: 'types', label: t('billingConfig.tabs.types') },
      ]}
      current={tab}
    />
  )
  return tab === 'series' ? <SeriesList tabs={tabs} /> : <TypesList tabs={tabs} />
}
