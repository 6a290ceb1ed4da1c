import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { CategoryRow } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { TextField } from '../../../ui/form/fields'
import { QuickForm } from './QuickForm'
import { showMade } from './showMade'

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
      stale={[catalogKeys.categories, catalogKeys.sale]}
      onMade={(made) => {
        showMade(catalogKeys.categoriesOf('PRODUCT'), made)
        onMade(made)
      }}
      onClose={onClose}
    >
      <TextField name="name" label={t('categories.name')} required maxLength={60} />
    </QuickForm>
  )
}
