import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Tabs, useTab } from '../../../ui/list/Tabs'
import { AttributesList } from '../attributes/AttributesList'
import { CategoriesList } from '../categories/CategoriesList'
import { CoursesList } from '../courses/CoursesList'
import { SchedulesList } from '../schedules/SchedulesList'
import { ProductsList } from './ProductsList'
import { VariantsList } from './VariantsList'

/** The menu: products, their categories, and the attributes to choose from. */
export default function ProductsScreen() {
  const { t } = useTranslation()
  const tab = useTab(['products', 'categories', 'courses', 'attributes', 'variants', 'schedules'])
  const tabs: ReactNode = (
    <Tabs
      label={t('products.tabs')}
      current={tab}
      tabs={[
        { key: 'products', label: t('products.title') },
        { key: 'categories', label: t('categories.title') },
        { key: 'courses', label: t('courseList.title') },
        { key: 'attributes', label: t('attributes.title') },
        { key: 'variants', label: t('variants.title') },
        { key: 'schedules', label: t('schedules.title') },
      ]}
    />
  )
  if (tab === 'categories') return <CategoriesList tabs={tabs} />
  if (tab === 'courses') return <CoursesList tabs={tabs} />
  if (tab === 'attributes') return <AttributesList tabs={tabs} />
  if (tab === 'schedules') return <SchedulesList tabs={tabs} />
  if (tab === 'variants') return <VariantsList tabs={tabs} />
  return <ProductsList tabs={tabs} />
}
