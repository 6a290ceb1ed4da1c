import { useTranslation } from 'react-i18next'
import { genderOf } from '../entity'
import type { Filter } from './types'

/** The filter for active or inactive, which nearly every list has. */
export function useStatusFilter(feminine: boolean): Filter {
  const { t } = useTranslation()
  const context = genderOf(feminine)
  return {
    name: 'status',
    label: t('lists.status'),
    options: [
      { value: 'ACTIVE', label: t('lists.statusActive', { context }) },
      { value: 'INACTIVE', label: t('lists.statusInactive', { context }) },
    ],
  }
}
