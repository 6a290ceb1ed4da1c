import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { Category, CategoryRow } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { TextField } from '../../../ui/form/fields'
import { saleKey } from '../products/queries'
import { storeKeys } from '../storeRoom'
import { QuickForm } from './QuickForm'

interface Props {
  typed: string
  onMade: (made: CategoryRow) => void
  onClose: () => void
}

export function QuickCategory({ typed, onMade, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <QuickForm
      title={t('categories.new')}
      text={t('categories.quickText')}
      entity={{ name: t('categories.entity'), feminine: true }}
      start={{ name: typed }}
      save={({ name }, key) => write('POST', '/categories', key, { name, type: 'PRODUCT' })}
      nameOf={({ name }) => name}
      stale={[storeKeys.categories, saleKey]}
      onMade={(made) => {
        // The form names what it has chosen before the list comes again.
        queryClient.setQueryData<Category[]>([...storeKeys.categories, 'all', 'PRODUCT'], (rows) => [
          ...(rows ?? []),
          made,
        ])
        onMade(made)
      }}
      onClose={onClose}
    >
      <TextField name="name" label={t('categories.name')} required maxLength={60} />
    </QuickForm>
  )
}
